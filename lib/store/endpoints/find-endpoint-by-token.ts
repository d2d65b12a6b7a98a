import type { Db } from '../../db/connection';
import { hashCredential } from '../credential';
import { runVerb } from '../run-verb';

/** What a bearer credential proves. */
export interface AuthenticatedEndpoint {
  readonly endpointId: string;
  readonly agentId: string;
  readonly humanId: string;
  readonly name: string;
  readonly queues: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * The endpoint of a credential, or undefined when it is unknown, revoked or expired, or its human is disabled.
 * @throws QueueError `unavailable` when the database cannot say
 */
export async function findEndpointByToken(db: Db, token: string): Promise<AuthenticatedEndpoint | undefined> {
  const [endpoint] = await runVerb(
    db,
    'authenticate',
    undefined,
    () => db.sql<AuthenticatedEndpoint[]>`
      select e.id as "endpointId", e.agent_id as "agentId", e.human_id as "humanId", e.name, e.queues, e.verbs
      from endpoints e
      join humans h on h.id = e.human_id
      where e.token_hash = ${hashCredential(token)}
        and e.revoked_at is null
        and (e.expires_at is null or e.expires_at > now())
        and h.disabled_at is null`,
  );
  return endpoint;
}
