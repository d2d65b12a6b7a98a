/** A tools/call of a client of before attempts were kept, and the answer that it got. */
export interface RecordedCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>> | { readonly code: string };
}

const compact = (id: string, state: string, attempt: number) => ({
  id,
  queue: 'ci',
  title: `Todo ${id}`,
  state,
  attempt,
  max_attempts: 5,
  payload_size: 7,
  dead_letter: false,
});

const full = (id: string, attempt: number) => ({
  ...compact(id, 'claimed', attempt),
  payload: { n: 1 },
  routing: null,
  next_retry_at: null,
});

/**
 * One session of such a client, in order, against the pending todos FIRST, SECOND and THIRD: none of these calls knows
 * claimant, require_fence, lease_token, summary, artifact or attempts_limit.
 */
export const RECORDED_CALLS: readonly RecordedCall[] = [
  { name: 'list_todos', arguments: { state: 'claimed' }, answer: { todos: [] } },
  { name: 'claim', arguments: { id: 'FIRST' }, answer: full('FIRST', 1) },
  { name: 'claim', arguments: { id: 'FIRST' }, answer: { code: 'conflict' } },
  { name: 'heartbeat', arguments: { id: 'FIRST' }, answer: compact('FIRST', 'claimed', 1) },
  { name: 'heartbeat', arguments: { id: 'FIRST', lease_ttl_seconds: 60 }, answer: compact('FIRST', 'claimed', 1) },
  { name: 'complete', arguments: { id: 'FIRST', result: { ok: true } }, answer: compact('FIRST', 'done', 1) },
  { name: 'complete', arguments: { id: 'FIRST', result: { ok: true } }, answer: { code: 'conflict' } },
  { name: 'get_todo', arguments: { id: 'FIRST' }, answer: { ...compact('FIRST', 'done', 1), result: { ok: true } } },
  { name: 'claim_next', arguments: { queue: 'ci' }, answer: { empty: false, todo: full('SECOND', 1) } },
  {
    name: 'fail',
    arguments: { id: 'SECOND', result: 'tests are red' },
    answer: compact('SECOND', 'failed', 1),
  },
  { name: 'heartbeat', arguments: { id: 'SECOND' }, answer: { code: 'conflict' } },
  { name: 'claim_next', answer: { empty: false, todo: full('THIRD', 1) } },
  { name: 'fail', arguments: { id: 'THIRD' }, answer: compact('THIRD', 'failed', 1) },
  { name: 'claim_next', arguments: {}, answer: { empty: true } },
  {
    name: 'get_todo',
    arguments: { id: 'SECOND' },
    answer: { id: 'SECOND', result: 'tests are red', payload: { n: 1 } },
  },
  {
    name: 'list_todos',
    arguments: { queue: 'ci', state: 'failed', limit: 10 },
    answer: { todos: [compact('THIRD', 'failed', 1), compact('SECOND', 'failed', 1)] },
  },
  { name: 'complete', arguments: { id: 'td_none' }, answer: { code: 'not_found' } },
  { name: 'release', arguments: { id: 'FIRST' }, answer: { code: 'forbidden' } },
];
