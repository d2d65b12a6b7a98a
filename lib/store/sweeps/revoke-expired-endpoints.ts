import type { PoolDb } from '../../db/connection';
import { revokeWhere } from '../endpoints/revoke-endpoint';
import type { SweepOptions } from './sweep';

/**
 * Revokes endpoints past their expiry, with all that a revocation does.
 * @returns how many were revoked
 */
export async function revokeExpiredEndpoints(db: PoolDb, options: SweepOptions = {}): Promise<number> {
  const expired = await db.sql<{ id: string }[]>`
    select e.id from endpoints e where e.expires_at <= now() and e.revoked_at is null limit 100`;
  let revoked = 0;
  for (const { id } of expired) {
    if (options.signal?.aborted) break;
    const deadLettered = await revokeWhere(db, id, (tx) => tx.sql`e.expires_at <= now()`);
    if (deadLettered !== undefined) revoked += 1;
  }
  return revoked;
}
