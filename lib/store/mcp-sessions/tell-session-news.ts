import type { Db } from '../../db/connection';
import { runVerb } from '../run-verb';

/** The channel on which the instances tell each other of MCP sessions. */
export const SESSION_CHANNEL = 'mcp_sessions';

/**
 * Tells every instance something about a session.
 * @param news JSON text, ids only
 * @returns when that was, in microseconds of the database's clock: of two tellings the later has the larger
 * @throws QueueError `unavailable`
 */
export async function tellSessionNews(db: Db, news: object): Promise<number> {
  const rows = await runVerb(
    db,
    'tell_session_news',
    undefined,
    () => db.sql<{ at: number }[]>`
      with told as materialized (
        select (extract(epoch from clock_timestamp()) * 1000000)::float8 as at
      )
      select told.at, pg_notify(${SESSION_CHANNEL}, (${JSON.stringify(news)}::text::jsonb || jsonb_build_object('at', told.at))::text)
      from told`,
  );
  return rows[0]?.at ?? 0;
}
