import { describe, expect, it } from 'vitest';
import { CLAIMABLE_IN_WORDS, explain } from '@/lib/queue/claimability-words';
import { whyNotClaimable } from '@/lib/store/board/why-not-claimable';
import { claimTodo } from '@/lib/store/claim';
import { revokeEndpoint } from '@/lib/store/endpoints/revoke-endpoint';
import {
  aClaimedTodo,
  aDeadLetter,
  aDoneTodo,
  aHuman,
  anEndpoint,
  aParkedRetry,
  aPendingTodo,
  outcomeOf,
  type TestEndpoint,
  testQueue,
} from '../../support/queue';

const held = testQueue();

type Arranged = { id: string; codes: string[] };

const STORIES: Record<string, (on: TestEndpoint) => Promise<Arranged>> = {
  pending: async ({ scope }) => ({ id: await aPendingTodo(held.db, scope), codes: [] }),
  'claimed by somebody': async ({ scope }) => {
    const { todo } = await aClaimedTodo(held.db, scope, { claimant: 'harness/box/fixer' });
    return { id: todo.id, codes: ['claimed'] };
  },
  'a lapsed lease below the cap': async ({ scope }) => {
    const { todo } = await aClaimedTodo(held.db, scope, { leaseLapsed: true });
    return { id: todo.id, codes: [] };
  },
  'a lapsed lease at the cap': async ({ scope }) => {
    const { todo } = await aClaimedTodo(held.db, scope, { leaseLapsed: true, maxAttempts: 1 });
    return { id: todo.id, codes: ['lapsed_at_cap'] };
  },
  'a parked retry': async ({ scope }) => ({ id: await aParkedRetry(held.db, scope), codes: ['backoff'] }),
  'a due retry': async ({ scope }) => ({ id: await aParkedRetry(held.db, scope, { due: true }), codes: [] }),
  'a dead letter': async ({ scope }) => ({ id: await aDeadLetter(held.db, scope), codes: ['dead_letter'] }),
  done: async ({ scope }) => ({ id: await aDoneTodo(held.db, scope), codes: ['done'] }),
  'assigned to its own agent': async ({ scope }) => ({
    id: await aPendingTodo(held.db, scope, { assignee: scope.owner }),
    codes: [],
  }),
  'assigned to its human': async ({ scope, human }) => ({
    id: await aPendingTodo(held.db, scope, { assignee: human.owner }),
    codes: ['assigned'],
  }),
  'in a queue that its endpoint does not drain': async ({ scope }) => ({
    id: await aPendingTodo(held.db, scope, { queue: 'elsewhere' }),
    codes: ['queue_not_drained'],
  }),
  'parked in a queue that nobody drains, for somebody else': async ({ scope, human }) => {
    const id = await aParkedRetry(held.db, scope);
    await held.db.sql`update todos set queue = 'elsewhere', assignee = ${human.owner} where id = ${id}`;
    return { id, codes: ['queue_not_drained', 'backoff', 'assigned'] };
  },
};

describe('why a todo is not claimable', () => {
  it.each(Object.keys(STORIES))('%s: the answer is what a claim meets', async (story) => {
    const on = await anEndpoint(held.db);
    const { id, codes } = (await STORIES[story]?.(on)) ?? { id: '', codes: [] };
    const { claimable, obstacles } = await whyNotClaimable(held.db, on.human, id);
    expect(obstacles.map(({ code }) => code)).toEqual(codes);
    expect(claimable).toBe((await outcomeOf(claimTodo(held.db, on.scope, { id }))) === 'ok');
  });

  it('a revoked or expired endpoint comes first', async () => {
    const on = await anEndpoint(held.db);
    const id = await aPendingTodo(held.db, on.scope);
    await held.db.sql`update endpoints set expires_at = now() - interval '1 hour' where id = ${on.scope.endpointId}`;
    const expired = await whyNotClaimable(held.db, on.human, id);
    expect(expired).toMatchObject({ claimable: false, obstacles: [{ code: 'endpoint_expired' }] });
    await revokeEndpoint(held.db, on.human, on.scope.endpointId);
    const revoked = await whyNotClaimable(held.db, on.human, id);
    expect(revoked.obstacles.map(({ code }) => code)).toEqual(['endpoint_revoked', 'dead_letter']);
  });

  it('a quiet endpoint is a reason although the todo is claimable', async () => {
    const on = await anEndpoint(held.db);
    const id = await aPendingTodo(held.db, on.scope);
    await held.db.sql`update endpoints set created_at = now() - interval '1 hour' where id = ${on.scope.endpointId}`;
    const never = await whyNotClaimable(held.db, on.human, id);
    expect(never).toMatchObject({ claimable: true, obstacles: [{ code: 'no_call', since: null }] });
    await held.db
      .sql`update endpoints set last_seen_at = now() - interval '13 minutes' where id = ${on.scope.endpointId}`;
    const quiet = await whyNotClaimable(held.db, on.human, id);
    expect(explain(quiet)[0]?.reason).toBe('No call from its endpoint was seen for 13 minutes.');
    await held.db.sql`update endpoints set last_seen_at = now() where id = ${on.scope.endpointId}`;
    expect((await whyNotClaimable(held.db, on.human, id)).obstacles).toEqual([]);
    expect(CLAIMABLE_IN_WORDS).toContain('claimable now');
  });

  it('says nothing that an agent wrote unless the reader may know who holds it', async () => {
    const on = await anEndpoint(held.db);
    const { todo } = await aClaimedTodo(held.db, on.scope, { claimant: 'secret-label' });
    const why = await whyNotClaimable(held.db, on.human, todo.id);
    expect(JSON.stringify([why, explain(why)])).not.toContain('secret-label');
    expect(explain(why, 'secret-label')[0]?.reason).toMatch(/^Claimed until .* UTC by secret-label\.$/);
    expect(explain(why)[0]?.remedy).toContain('release it now');
  });

  it('another human’s todo is as absent as one that never was', async () => {
    const on = await anEndpoint(held.db);
    const other = await aHuman(held.db);
    const foreign = outcomeOf(whyNotClaimable(held.db, other, await aPendingTodo(held.db, on.scope)));
    expect(await foreign).toBe('not_found');
    expect(await outcomeOf(whyNotClaimable(held.db, other, 'td_never'))).toBe('not_found');
  });
});
