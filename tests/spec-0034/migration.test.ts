import { readdirSync } from 'node:fs';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { createDb, type PoolDb } from '@/lib/db/connection';
import { migrate } from '@/lib/db/migrate';
import { endpointScope } from '@/lib/queue/scope';
import { completeTodo } from '@/lib/store/complete';
import { freshDatabase } from '../support/database';
import { BEFORE_ATTEMPTS, MIGRATIONS, migrateToFirst } from '../support/migrations';
import { attemptsOf, rowOf, SETTINGS } from '../support/queue';

async function anEmptyDatabase(): Promise<string> {
  const { url } = await freshDatabase();
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await sql`drop schema drizzle cascade`;
  await sql.end();
  return url;
}

const HUMAN = '018f0000-0000-7000-8000-000000000001';
const AGENT = '018f0000-0000-7000-8000-000000000002';
const ENDPOINT = '018f0000-0000-7000-8000-000000000003';

async function anEndpointOf(db: PoolDb): Promise<void> {
  await db.sql`insert into humans (id, email, name) values (${HUMAN}, 'a@b.test', 'A')`;
  await db.sql`insert into agents (id, human_id, name) values (${AGENT}, ${HUMAN}, 'A')`;
  await db.sql`
    insert into endpoints (id, human_id, agent_id, name, queues, verbs, token_hash, token_prefix)
    values (${ENDPOINT}, ${HUMAN}, ${AGENT}, 'e', '{ci}', '{list_todos}', '\\x00', 'sbk_')`;
}

it('SPEC-0034 REQ-17 · A lease in flight across the upgrade', async () => {
  const url = await anEmptyDatabase();
  await migrateToFirst(url, BEFORE_ATTEMPTS);
  const db = createDb(url, SETTINGS);
  await anEndpointOf(db);
  await db.sql`
    insert into todos (id, endpoint_id, queue, title, state, owner, lease_expires_at, claimed_at, attempt, next_retry_at)
    values
      ('td_claimed', ${ENDPOINT}, 'ci', 'T', 'claimed', ${`agent:${AGENT}`}, now() + interval '5 minutes', now() - interval '1 minute', 3, null),
      ('td_interrupted', ${ENDPOINT}, 'ci', 'T', 'input-required', ${`agent:${AGENT}`}, now(), now(), 1, null),
      ('td_pending', ${ENDPOINT}, 'ci', 'T', 'pending', null, null, null, 2, null),
      ('td_parked', ${ENDPOINT}, 'ci', 'T', 'failed', null, null, null, 1, now()),
      ('td_done', ${ENDPOINT}, 'ci', 'T', 'done', null, null, null, 1, null)`;
  await migrate(url, MIGRATIONS);
  const carriedOver =
    await db.sql`select todo_id, seq, slot, attempt, claimer_kind, claimant, outcome from todo_attempts order by todo_id`;
  expect([...carriedOver]).toEqual([
    {
      todo_id: 'td_claimed',
      seq: 1,
      slot: 0,
      attempt: 3,
      claimer_kind: 'endpoint',
      claimant: 'migrated',
      outcome: null,
    },
    {
      todo_id: 'td_interrupted',
      seq: 1,
      slot: 0,
      attempt: 1,
      claimer_kind: 'endpoint',
      claimant: 'migrated',
      outcome: null,
    },
  ]);
  const scope = endpointScope({ endpointId: ENDPOINT, agentId: AGENT, queues: ['ci'] });
  await completeTodo(db, scope, { id: 'td_claimed' });
  expect(await attemptsOf(db, 'td_claimed')).toMatchObject([{ seq: 1, outcome: 'completed', disposition: 'done' }]);
  expect(await rowOf(db, 'td_done')).toMatchObject({ attempts_total: 0, attempts_pruned: 0 });
  await db.sql.end();
});

it('SPEC-0034 REQ-17 rule · history and leases in flight outlive the change of their constraints', async () => {
  const url = await anEmptyDatabase();
  await migrateToFirst(url, 9);
  const db = createDb(url, SETTINGS);
  await anEndpointOf(db);
  await db.sql`
    insert into todos (id, endpoint_id, queue, title, state, owner, lease_expires_at, claimed_at, attempt, attempts_total)
    values ('td_claimed', ${ENDPOINT}, 'ci', 'T', 'claimed', ${`agent:${AGENT}`}, now() + interval '5 minutes', now(), 2, 2)`;
  await db.sql`
    insert into todo_attempts (todo_id, slot, seq, attempt, claimer_kind, owner, claimed_at, lease_expires_at, ended_at, outcome, disposition, summary)
    values
      ('td_claimed', 1, 1, 1, 'endpoint', 'agent:x', now(), now(), now(), 'failed', 'retry_scheduled', 'tests red'),
      ('td_claimed', 0, 2, 2, 'owner', 'agent:x', now(), now(), null, null, null, null)`;
  await migrate(url, MIGRATIONS);
  const scope = endpointScope({ endpointId: ENDPOINT, agentId: AGENT, queues: ['ci'] });
  await completeTodo(db, scope, { id: 'td_claimed' });
  expect(await attemptsOf(db, 'td_claimed')).toMatchObject([
    { seq: 1, claimer_kind: 'endpoint', outcome: 'failed', disposition: 'retry_scheduled', summary: 'tests red' },
    { seq: 2, claimer_kind: 'owner', outcome: 'completed', disposition: 'done' },
  ]);
  await db.sql.end();
});

it('SPEC-0034 REQ-17 rule · processes that migrate at once all end well, each migration once', async () => {
  const url = await anEmptyDatabase();
  await Promise.all(Array.from({ length: 5 }, () => migrate(url, MIGRATIONS)));
  const sql = postgres(url, { max: 1 });
  const [row] =
    await sql`select count(*)::int as rows, count(distinct hash)::int as migrations from drizzle.__drizzle_migrations`;
  await sql.end();
  const known = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')).length;
  expect(row).toEqual({ rows: known, migrations: known });
});

it('SPEC-0034 REQ-17 rule · a database of a newer version is left alone', async () => {
  const url = await anEmptyDatabase();
  await migrate(url, MIGRATIONS);
  const sql = postgres(url, { max: 1 });
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 99999999999999)`;
  await sql.end();
  await expect(migrate(url, MIGRATIONS)).rejects.toThrow(/newer/);
});
