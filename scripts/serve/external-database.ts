import { connect } from '@/lib/db/connection';
import { noAnswer } from '@/lib/db/database-failure';
import { Refusal } from '../setup/refusal.mjs';

/** Whether it is a transaction pooler, and when to give up. */
interface Approach {
  readonly pooled: boolean;
  readonly signal: AbortSignal;
}

/**
 * Makes sure that a PostgreSQL server given by URL answers.
 * @param variable the setting's name, for the refusal
 * @throws Refusal naming the variable, host and cause; never user name or password
 */
export async function assertReachable(variable: string, url: string, { pooled, signal }: Approach): Promise<void> {
  const sql = connect(url, { max: 1, pooled });
  const giveUp = () => void sql.end({ timeout: 0 });
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await sql`select 1`;
  } catch (error) {
    signal.throwIfAborted();
    throw new Refusal(noAnswer(variable, url, error).message);
  } finally {
    signal.removeEventListener('abort', giveUp);
    await sql.end({ timeout: 1 });
  }
}
