import type { PoolDb } from '../../db/connection';
import { revokeWhere } from '../endpoints/revoke-endpoint';
import type { SweepOptions } from './sweep';

/**
 * Revokes endpoints past their expiry, with all that a revocation does. One that cannot be revoked now is left for the next run
 * and keeps nothing else from being swept.
 * @returns how many were revoked
 */
export async function revokeExpiredEndpoints(db: PoolDb, options: SweepOptions = {}): Promise<number> {
  const expired = await db.sql<{ id: string }[]>`
    select e.id from endpoints e where e.expires_at <= now() and e.revoked_at is null limit 100`;
  let revoked = 0;
  for (const { id } of expired) {
    if (options.signal?.aborted) break;
    try {
      const deadLettered = await revokeWhere(db, id, (tx) => tx.sql`e.expires_at <= now()`);
      if (deadLettered !== undefined) revoked += 1;
    } catch (error) {
      options.onBadRow?.(id, error);
    }
  }
  return revoked;
}
