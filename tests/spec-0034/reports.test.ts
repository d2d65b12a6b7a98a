import { expect, it } from 'vitest';
import { claimTodo } from '@/lib/store/claim';
import { completeTodo } from '@/lib/store/complete';
import { failTodo } from '@/lib/store/fail';
import { heartbeatTodo } from '@/lib/store/heartbeat';
import { releaseTodo } from '@/lib/store/release';
import { aClaimedTodo, anEndpoint, attemptsOf, lapseLease, outcomeOf, rowOf, testQueue } from '../support/queue';

const queue = testQueue();
const RESULT = '{"error":"tests red"}';

it('SPEC-0034 REQ-5 · No summary from result by default', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  await failTodo(db, scope, { id: todo.id, resultText: RESULT });
  expect(await attemptsOf(db, todo.id)).toMatchObject([{ summary: null }]);
  expect((await rowOf(db, todo.id)).result).toEqual({ error: 'tests red' });
});

it('SPEC-0034 REQ-5 · Summary from result when the operator opts in', async () => {
  const { db } = queue;
  const optedIn = { ...db, settings: { ...db.settings, attemptSummaryFromResult: true } };
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  await failTodo(optedIn, scope, { id: todo.id, resultText: RESULT });
  expect(await attemptsOf(db, todo.id)).toMatchObject([{ summary: RESULT, summary_truncated: false }]);
});

it('SPEC-0034 REQ-5 · A file URL as artifact', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope);
  await expect(completeTodo(db, scope, { id: todo.id, artifact: 'file:///etc/passwd' })).rejects.toMatchObject({
    code: 'invalid',
    argument: 'artifact',
  });
  expect(await rowOf(db, todo.id)).toMatchObject({ state: 'claimed' });
});

it('SPEC-0034 REQ-5 rule · a long summary is cut and says so, and nothing an agent sends keeps a lease from ending', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { claimant: 'x\u0000\u001b[31my' });
  await failTodo(db, scope, {
    id: todo.id,
    summary: `a\u0000b\ud800${'€'.repeat(1000)}`,
    resultText: '{"a":"\\ufffd"}',
  });
  const [row] = await db.sql`
    select octet_length(summary) as bytes, summary_truncated, claimant, left(summary, 4) as head from todo_attempts where todo_id = ${todo.id}`;
  expect(row).toEqual({ bytes: 2048, summary_truncated: true, claimant: 'x[31my', head: 'a\ufffdb\ufffd' });
});

it('SPEC-0034 REQ-5 rule · result keeps its own JSON type', async () => {
  const { db } = queue;
  for (const [text, type] of Object.entries({
    '{}': 'object',
    '[1]': 'array',
    '"10.5"': 'string',
    '0': 'number',
    false: 'boolean',
  })) {
    const { scope } = await anEndpoint(db);
    const { todo } = await aClaimedTodo(db, scope);
    await completeTodo(db, scope, { id: todo.id, resultText: text });
    const [row] =
      await db.sql`select jsonb_typeof(result) as type, result::text as text from todos where id = ${todo.id}`;
    expect(row).toEqual({ type, text });
  }
});

it("SPEC-0034 REQ-6 · The agent cannot close its supervisor's attempt", async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { requireFence: true });
  expect(await outcomeOf(completeTodo(db, scope, { id: todo.id }))).toBe('conflict');
  expect(await rowOf(db, todo.id)).toMatchObject({ state: 'claimed' });
});

it("SPEC-0034 REQ-6 · A stale worker's token", async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const first = await aClaimedTodo(db, scope, { requireFence: true });
  await lapseLease(db, first.todo.id);
  const second = await claimTodo(db, scope, { id: first.todo.id, requireFence: true });
  const before = await attemptsOf(db, first.todo.id);
  const { leaseToken } = first;
  for (const verb of [completeTodo, failTodo, releaseTodo, heartbeatTodo]) {
    expect(await outcomeOf(verb(db, scope, { id: first.todo.id, leaseToken }))).toBe('conflict');
    expect(await outcomeOf(verb(db, scope, { id: first.todo.id }))).toBe('conflict');
  }
  expect(await attemptsOf(db, first.todo.id)).toEqual(before);
  expect((await completeTodo(db, scope, { id: first.todo.id, leaseToken: second.leaseToken })).state).toBe('done');
  for (const token of [leaseToken, second.leaseToken]) {
    expect(await outcomeOf(failTodo(db, scope, { id: first.todo.id, leaseToken: token }))).toBe('conflict');
  }
});

it('SPEC-0034 REQ-6 · Unfenced client unchanged', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const claim = await aClaimedTodo(db, scope);
  expect(claim).not.toHaveProperty('leaseToken');
  expect((await heartbeatTodo(db, scope, { id: claim.todo.id })).state).toBe('claimed');
  expect((await completeTodo(db, scope, { id: claim.todo.id })).state).toBe('done');
});

it('SPEC-0034 REQ-6 rule · a token on an unfenced attempt is refused, and the right token never replaces the owner', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const unfenced = await aClaimedTodo(db, scope);
  expect(await outcomeOf(completeTodo(db, scope, { id: unfenced.todo.id, leaseToken: 'anything' }))).toBe('conflict');
  const fenced = await aClaimedTodo(db, scope, { requireFence: true });
  const other = { ...scope, owner: 'agent:018f0000-0000-7000-8000-00000000000b' };
  expect(await outcomeOf(completeTodo(db, other, { id: fenced.todo.id, leaseToken: fenced.leaseToken }))).toBe(
    'conflict',
  );
  const [row] =
    await db.sql`select octet_length(lease_token_hash) as bytes from todo_attempts where todo_id = ${fenced.todo.id}`;
  expect(row).toEqual({ bytes: 32 });
});

it('SPEC-0034 REQ-19 · Fence mismatch is conflict', async () => {
  const { db } = queue;
  const { scope } = await anEndpoint(db);
  const { todo } = await aClaimedTodo(db, scope, { requireFence: true });
  const refusals = await Promise.all(
    [{ leaseToken: 'wrong' }, {}].map((given) =>
      heartbeatTodo(db, scope, { id: todo.id, ...given }).catch((error: Error) => error),
    ),
  );
  expect(refusals).toMatchObject([{ code: 'conflict' }, { code: 'conflict' }]);
  expect(new Set(refusals.map((error) => (error instanceof Error ? error.message : ''))).size).toBe(1);
});
