import type { Db } from '../../db/connection';
import { type OwnerScope, uuidOrNil } from '../../queue/scope';
import { runVerb } from '../run-verb';

const CLIENTS_MAX = 20;

/** A client program with sessions on an endpoint that have not ended. */
export interface ClientView {
  readonly name: string;
  readonly version: string;
  readonly sessions: number;
  readonly lastSeenAt: string;
}

/** The client programs seen on an endpoint of the human's, the one seen last first. None on another human's. */
export async function listClients(db: Db, scope: OwnerScope, endpointId: string): Promise<ClientView[]> {
  return await runVerb(
    db,
    'list_clients',
    undefined,
    () => db.sql<ClientView[]>`
      select coalesce(s.client_name, '') as name, coalesce(s.client_version, '') as version, count(*)::int as sessions,
        max(s.last_seen_at) as "lastSeenAt"
      from mcp_sessions s
      join endpoints e on e.id = s.endpoint_id
      where e.id = ${uuidOrNil(endpointId)}
        and e.human_id = ${scope.humanId}
      group by 1, 2
      order by max(s.last_seen_at) desc
      limit ${CLIENTS_MAX}`,
  );
}
