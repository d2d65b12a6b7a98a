import type { Db } from '../../db/connection';

/**
 * Deletes human acts and finished bulk jobs that are older than terminal todos may be.
 * @returns how many rows went
 */
export async function pruneBoardHistory(db: Db, maxAgeDays: number): Promise<number> {
  const acts = await db.sql`delete from human_acts where at < now() - make_interval(days => ${maxAgeDays}::int)`;
  const jobs = await db.sql`
    delete from bulk_jobs where finished_at < now() - make_interval(days => ${maxAgeDays}::int)`;
  return acts.count + jobs.count;
}
