import type { Verb } from '@/lib/queue/verbs';

/** Arguments of a call. `ID` stands for a todo of the caller's own in the state that the verb wants. */
export type Recorded = readonly [verb: Verb, args: Readonly<Record<string, unknown>>];

export const ID = 'td_00000000-0000-7000-8000-000000000000';
const AGENT = 'agent:01a22ddf-b61b-7234-ad96-a5f2a1a9a9e5';

/** What clients have sent, or will, that is right. */
export const GOOD: readonly Recorded[] = [
  ['list_todos', {}],
  ['list_todos', { queue: 'ci', state: 'dead_letter', limit: 500 }],
  ['list_todos', { state: 'input-required', limit: 1 }],
  ['get_todo', { id: ID }],
  ['get_todo', { id: ID, attempts_limit: 51 }],
  ['wait_for_todo', { queue: 'ci', timeout_seconds: 1 }],
  ['claim_next', {}],
  ['claim_next', { queue: 'ci', require_fence: true, claimant: '', lease_ttl_seconds: 999_999 }],
  ['claim', { id: ID, lease_ttl_seconds: 1, require_fence: false, claimant: 'x'.repeat(1_000) }],
  ['heartbeat', { id: ID }],
  ['heartbeat', { id: ID, lease_ttl_seconds: 86_401 }],
  ['complete', { id: ID, result: null }],
  ['complete', { id: ID, result: [1, { a: null }], summary: '', artifact: 'HTTPS://e.x/a?b=1#c' }],
  ['complete', { id: ID, result: 'text', artifact: 'mcp://cairn/Zz9-_' }],
  ['fail', { id: ID, result: false, summary: 'é'.repeat(5_000) }],
  ['release', { id: ID, summary: 'stopping', artifact: 'https://ci.example/run/7' }],
  ['retry', { id: ID }],
  ['create_todo', { queue: 'ci', title: 't', payload: null }],
  ['create_todo', { queue: 'ci', title: '😀'.repeat(500), payload: 0, kind: '😀'.repeat(100), max_attempts: 100 }],
  ['create_todo', { queue: 'ci', title: ' a\nb ', payload: {}, kind: '', idempotency_key: '😀'.repeat(500) }],
  ['create_todo', { queue: 'ci', title: 't', payload: 'x', idempotency_key: '', assignee: AGENT, max_attempts: 1 }],
];

/** What clients get wrong. */
export const BAD: readonly Recorded[] = [
  ['list_todos', { limit: 0 }],
  ['list_todos', { limit: '5' }],
  ['list_todos', { state: 'gone' }],
  ['list_todos', { cursor: 'next page' }],
  ['get_todo', {}],
  ['get_todo', { id: 7 }],
  ['get_todo', { id: ID, attempts_limit: 1.5 }],
  ['wait_for_todo', { timeout_seconds: 0 }],
  ['wait_for_todo', { timeout_seconds: 241 }],
  ['claim_next', { require_fence: 'true' }],
  ['claim_next', { requir_fence: true }],
  ['claim_next', { queue: ['ci'] }],
  ['claim', { id: ID, lease_ttl_seconds: 0 }],
  ['claim', { id: ID, claimant: 5 }],
  ['heartbeat', { id: ID, lease_token: 5 }],
  ['heartbeat', { id: ID, ttl: 60 }],
  ['complete', { id: ID, summary: ['x'] }],
  ['complete', { id: ID, artifact: 'http://e.x' }],
  ['complete', { id: ID, artifact: `https://e.x/${'a'.repeat(512)}` }],
  ['fail', { id: ID, artifact: 'https:///x' }],
  ['fail', { id: ID, artifact: '' }],
  ['release', { id: ID, result: 1 }],
  ['release', { id: ID, artifact: 'mcp://cairn/' }],
  ['retry', { id: ID, reason: 'again' }],
  ['create_todo', { queue: 'ci' }],
  ['create_todo', { queue: 'ci', title: '' }],
  ['create_todo', { queue: 'ci', title: ' \n\t ' }],
  ['create_todo', { queue: 'ci', title: '😀'.repeat(501) }],
  ['create_todo', { queue: 'ci', title: 't', kind: 'k'.repeat(101) }],
  ['create_todo', { queue: 'ci', title: 't', idempotency_key: 'k'.repeat(501) }],
  ['create_todo', { queue: 'ci', title: 't', idempotency_key: 'k\u0000' }],
  ['create_todo', { queue: 'ci', title: 't', assignee: 'me' }],
  ['create_todo', { queue: 'ci', title: 't', assignee: `${AGENT}0` }],
  ['create_todo', { queue: 'ci', title: 't', max_attempts: 0 }],
  ['create_todo', { queue: 'ci', title: 't', max_attempts: 101 }],
];
