import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { Refusal } from '../setup/refusal.mjs';

const CONNECT_TIMEOUT_S = 5;
const ANSWER_WITHIN_MS = 8_000;

/**
 * Makes sure that a PostgreSQL server given by URL answers.
 * @param variable the setting's name, for the refusal
 * @throws Refusal naming the variable, host and cause; never user name or password
 */
export async function assertReachable(variable: string, url: string): Promise<void> {
  if (!URL.canParse(url)) {
    throw new Refusal(`${variable} is not a valid URL: percent-encode special characters in user name and password`);
  }
  const sql = postgres(url, { max: 1, connect_timeout: CONNECT_TIMEOUT_S, onnotice: () => {} });
  try {
    await Promise.race([sql`select 1`, deadline()]);
  } catch (error) {
    throw new Refusal(
      `${variable}: no database answers at ${placeOf(url)} (${causeOf(error)}): start it, or correct the URL`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The driver connects again for ever to a port that accepts and then hangs up, as a load balancer with nothing behind it does. */
async function deadline(): Promise<never> {
  await sleep(ANSWER_WITHIN_MS, undefined, { ref: false });
  throw new Error('no answer');
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** A code for what the network refused, PostgreSQL's words for what it refused itself; neither holds a secret. */
function causeOf(error: unknown): string {
  if (error instanceof postgres.PostgresError) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}
