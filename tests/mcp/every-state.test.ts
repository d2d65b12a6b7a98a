import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERBS } from '@/lib/queue/verbs';
import { cancelTodo } from '@/lib/store/cancel';
import { interruptTodo } from '@/lib/store/interrupt';
import { rejectTodo } from '@/lib/store/reject';
import {
  aClaimedTodo,
  aDeadLetter,
  aDoneTodo,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  lapseLease,
  rowOf,
  type TestEndpoint,
} from '@/tests/support/queue';
import { callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let client: Client;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, { verbs: [...VERBS] });
  client = await sdkClient(surface, endpoint.token);
});

/** A todo, and the token of its lease when it is fenced. */
interface Held {
  readonly id: string;
  readonly lease_token?: string;
}

/** Every state that a todo can be in, and those of its lease that verbs tell apart. */
const STATES: Record<string, () => Promise<Held>> = {
  pending: async () => ({ id: await aPendingTodo(surface.db, endpoint.scope, { payload: null }) }),
  claimed: async () => ({ id: (await aClaimedTodo(surface.db, endpoint.scope, { payload: [1] })).todo.id }),
  'claimed under a fence': async () => {
    const { todo, leaseToken } = await aClaimedTodo(surface.db, endpoint.scope, { requireFence: true, payload: 'x' });
    return { id: todo.id, ...(leaseToken && { lease_token: leaseToken }) };
  },
  lapsed: async () => ({ id: (await aClaimedTodo(surface.db, endpoint.scope, { leaseLapsed: true })).todo.id }),
  'lapsed at the cap': async () => {
    const lapsed = await aClaimedTodo(surface.db, endpoint.scope, { leaseLapsed: true, maxAttempts: 1, payload: 7 });
    return { id: lapsed.todo.id };
  },
  'taken over': async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope, { claimant: 'the first', payload: {} });
    await lapseLease(surface.db, todo.id);
    await callTool(client, 'claim', { id: todo.id, claimant: 'the second' });
    return { id: todo.id };
  },
  interrupted: async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    await interruptTodo(surface.db, endpoint.scope, { id: todo.id, state: 'input-required' });
    return { id: todo.id };
  },
  parked: async () => ({ id: await aParkedRetry(surface.db, endpoint.scope, { payload: false }) }),
  due: async () => ({ id: await aParkedRetry(surface.db, endpoint.scope, { due: true }) }),
  dead: async () => ({ id: await aDeadLetter(surface.db, endpoint.scope) }),
  done: async () => ({ id: await aDoneTodo(surface.db, endpoint.scope) }),
  canceled: async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope);
    await cancelTodo(surface.db, endpoint.scope, { id: todo.id });
    return { id: todo.id };
  },
  rejected: async () => {
    const id = await aPendingTodo(surface.db, endpoint.scope);
    await rejectTodo(surface.db, endpoint.scope, { id });
    return { id };
  },
};

const HELD = ['claimed', 'claimed under a fence', 'lapsed', 'lapsed at the cap', 'taken over'];

/** Where each verb is served (lib/queue/README.md); everywhere else it is a conflict. */
const SERVED: Record<string, string[]> = {
  get_todo: Object.keys(STATES),
  claim: ['pending', 'lapsed', 'due'],
  heartbeat: HELD,
  complete: HELD,
  fail: HELD,
  release: HELD,
  retry: ['parked', 'due', 'dead'],
};

const TOKEN_VERBS = ['heartbeat', 'complete', 'fail', 'release'];

describe.each(Object.keys(SERVED))('%s', (verb) => {
  it.each(Object.entries(STATES))('on a todo that is %s', async (state, arrange) => {
    const { id, lease_token } = await arrange();
    const before = await rowOf(surface.db, id);
    const args = { id, ...(lease_token !== undefined && TOKEN_VERBS.includes(verb) && { lease_token }) };
    const result = await callTool(client, verb, args);
    if (SERVED[verb]?.includes(state)) {
      expect(result.isError).toBeUndefined();
      expect(result.structuredContent).toMatchObject({ id, state: (await rowOf(surface.db, id)).state });
      expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
    } else {
      expect([codeOf(result), result.structuredContent]).toEqual(['conflict', undefined]);
      expect(await rowOf(surface.db, id)).toEqual(before);
    }
    const read = await callTool(client, 'get_todo', { id });
    expect(read.structuredContent).toMatchObject({ id, state: (await rowOf(surface.db, id)).state });
  });
});

describe('a todo with twenty attempts', () => {
  it('comes out of every verb whole', async () => {
    const { todo } = await aClaimedTodo(surface.db, endpoint.scope, { maxAttempts: 100, payload: null });
    for (let n = 0; n < 19; n += 1) {
      await lapseLease(surface.db, todo.id);
      await callTool(client, 'claim', { id: todo.id });
    }
    const read = (await callTool(client, 'get_todo', { id: todo.id })).structuredContent;
    expect(read.attempts).toHaveLength(20);
    expect(read).toMatchObject({ attempts_total: 20, attempts_pruned: 0, payload: null, result: null });
    await lapseLease(surface.db, todo.id);
    const claimed = (await callTool(client, 'claim', { id: todo.id })).structuredContent;
    expect(claimed.prior_attempts).toHaveLength(5);
    expect(claimed).not.toHaveProperty('lease_token');
  });
});

describe('all states at once', () => {
  it('are listed, one page after the other', async () => {
    const ids = [];
    for (const arrange of Object.values(STATES)) ids.push((await arrange()).id);
    const listed: string[] = [];
    let cursor: unknown;
    do {
      const args = { limit: 5, ...(cursor !== undefined && { cursor }) };
      const page = (await callTool(client, 'list_todos', args)).structuredContent;
      listed.push(...(page.todos as { id: string }[]).map((todo) => todo.id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(listed).toEqual(expect.arrayContaining(ids));
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('hold their key while they live, and free it afterwards', async () => {
    for (const state of ['pending', 'claimed', 'parked', 'interrupted', 'dead', 'done', 'canceled', 'rejected']) {
      const { id } = (await STATES[state]?.()) ?? { id: '' };
      await surface.db.sql`update todos set idempotency_key = ${state} where id = ${id}`;
      const args = { queue: 'ci', title: 'once more', idempotency_key: state };
      const created = (await callTool(client, 'create_todo', args)).structuredContent;
      const isLive = ['pending', 'claimed', 'parked', 'interrupted'].includes(state);
      expect([state, created.created, created.id === id]).toEqual([state, !isLive, isLive]);
    }
  });
});
