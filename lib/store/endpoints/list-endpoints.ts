import type { Db } from '../../db/connection';
import { decodeCursor, encodeCursor } from '../../queue/cursor';
import { notFound } from '../../queue/errors';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import type { Fragment } from '../columns';
import { runVerb } from '../run-verb';

/** An endpoint as its human sees it: everything but the credential. */
export interface EndpointView {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  readonly queues: readonly string[];
  readonly verbs: readonly string[];
  readonly tokenPrefix: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly expired: boolean;
  readonly lastSeenAt: string | null;
  readonly lastClient: string | null;
  /** The last call that a verb refused, by verb and error code. */
  readonly lastRefusedAt: string | null;
  readonly lastRefusedVerb: string | null;
  readonly lastRefusedCode: string | null;
}

/** The human's endpoints, newest first, revoked ones included. */
export async function listEndpoints(db: Db, scope: OwnerScope): Promise<EndpointView[]> {
  return selectEndpoints(db, scope, db.sql`true`);
}

/**
 * One keyset page of the human's endpoints, newest first.
 * @throws QueueError `invalid` naming `cursor`
 */
export async function pageEndpoints(
  db: Db,
  scope: OwnerScope,
  wanted: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ endpoints: EndpointView[]; nextCursor?: string }> {
  const { limit, cursor } = wanted;
  const after = cursor === undefined ? undefined : decodeCursor('list_endpoints', cursor);
  const beyond = after
    ? db.sql`(e.created_at, e.id) < (${after.createdAt}::timestamptz, ${uuidOrNil(after.id)})`
    : db.sql`true`;
  const rows = await selectEndpoints(db, scope, beyond, limit + 1);
  const endpoints = rows.slice(0, limit);
  const last = endpoints.at(-1);
  return rows.length > limit && last ? { endpoints, nextCursor: encodeCursor(last) } : { endpoints };
}

/**
 * One endpoint of the human's.
 * @throws QueueError `not_found` when absent or foreign
 */
export async function getEndpoint(db: Db, scope: OwnerScope, endpointId: string): Promise<EndpointView> {
  const [endpoint] = await selectEndpoints(db, scope, db.sql`e.id = ${uuidOrNil(endpointId)}`);
  if (!endpoint) throw notFound('get_endpoint');
  return endpoint;
}

async function selectEndpoints(
  db: Db,
  scope: OwnerScope,
  condition: Fragment,
  limit?: number,
): Promise<EndpointView[]> {
  return await runVerb(
    db,
    'list_endpoints',
    undefined,
    () => db.sql<EndpointView[]>`
      select e.id, e.agent_id as "agentId", e.name, e.queues, e.verbs, e.token_prefix as "tokenPrefix",
        e.created_at as "createdAt", e.expires_at as "expiresAt", e.revoked_at as "revokedAt",
        coalesce(e.expires_at <= now(), false) as expired, e.last_seen_at as "lastSeenAt", e.last_client as "lastClient",
        e.last_refused_at as "lastRefusedAt", e.last_refused_verb as "lastRefusedVerb", e.last_refused_code as "lastRefusedCode"
      from endpoints e
      where e.human_id = ${scope.humanId}
        and ${condition}
      order by e.created_at desc, e.id desc
      limit ${limit ?? null}::int`,
  );
}
