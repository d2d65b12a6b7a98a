import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/** A session, if there is one, and the hash of the credential that something was opened with. */
export interface HeldSession {
  /** Undefined for what needs no session. */
  readonly sessionId: string | undefined;
  readonly tokenHash: Buffer;
}

/**
 * Which of these sessions are still open under the very credential they were opened with: neither ended nor evicted, the
 * endpoint neither revoked nor expired nor rotated, its human not disabled. One statement for all that a process holds open.
 * @throws QueueError `unavailable`
 */
export async function openSessions(db: Db, held: readonly HeldSession[]): Promise<Set<string>> {
  const rows = await runVerb(
    db,
    'open_sessions',
    undefined,
    () => db.sql<{ key: string }[]>`
      select coalesce(held.session_id, '') || ' ' || held.token_hash as key
      from unnest(
        ${held.map((one) => one.sessionId ?? null)}::text[],
        ${held.map((one) => one.tokenHash.toString('hex'))}::text[]
      ) as held (session_id, token_hash)
      join endpoints e on e.token_hash = decode(held.token_hash, 'hex')
      join humans h on h.id = e.human_id
      left join mcp_sessions s on s.id = held.session_id and s.endpoint_id = e.id
      where (held.session_id is null or s.id is not null)
        and e.revoked_at is null
        and (e.expires_at is null or e.expires_at > now())
        and h.disabled_at is null`,
  );
  return new Set(rows.map((row) => row.key));
}

/** The key under which {@link openSessions} names a session and its credential. */
export function heldKey(held: HeldSession): string {
  return `${held.sessionId ?? ''} ${held.tokenHash.toString('hex')}`;
}
