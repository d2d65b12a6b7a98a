import type { Db } from '../../db/connection';
import { uuidOrNil } from '../../queue/scope';

/** The human of each endpoint, so that a change is told to nobody else; absent endpoints are left out. */
export async function ownersOfEndpoints(db: Db, endpointIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.sql<{ id: string; humanId: string }[]>`
    select e.id, e.human_id as "humanId"
    from endpoints e
    where e.id = any(${endpointIds.map(uuidOrNil)}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.humanId]));
}
