import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { connect } from '@/lib/db/connection';
import { BoardFeed } from '@/lib/signals/board-feed';
import { Bus } from '@/lib/signals/bus';
import { CHANGES_CHANNEL, type Change, ChangeNotifier } from '@/lib/signals/change-notifier';
import { ownersOfEndpoints } from '@/lib/store/board/owners-of-endpoints';
import { claimTodo } from '@/lib/store/claim';
import { testDatabase } from '../../support/database';
import { anEndpoint, aPendingTodo, testQueue } from '../../support/queue';

const held = testQueue();
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** One instance as the runtime wires it, with every statement that it sent over the channel. */
async function anInstance() {
  const { url } = await testDatabase();
  const sql = connect(url, { max: 2 });
  const self = randomUUID();
  const fail = (error: unknown) => {
    throw error;
  };
  const feed = new BoardFeed({ sql, self, ownersOf: (ids) => ownersOfEndpoints(held.db, ids), onError: fail });
  const { audience, deliver } = feed;
  const changes = new ChangeNotifier({ sql, from: self, audience, deliver, onError: fail });
  const bus = new Bus(fail);
  bus.subscribe(changes.subscriber);
  const db = { ...held.db, emit: bus.publish.bind(bus) };
  const listening = await sql.listen(CHANGES_CHANNEL, feed.take, feed.resume);
  ends.push(async () => {
    await listening.unlisten();
    await sql.end({ timeout: 1 });
  });
  return { feed, changes, db };
}

function gather(feed: BoardFeed, humanId: string): Change[] {
  const heard: Change[] = [];
  feed.listen(humanId, (changes) => heard.push(...changes));
  return heard;
}

/** Every message on the channel from here on. */
async function overhear(): Promise<string[]> {
  const { url } = await testDatabase();
  const sql = connect(url, { max: 1 });
  const messages: string[] = [];
  const listening = await sql.listen(CHANGES_CHANNEL, (message) => messages.push(message));
  ends.push(async () => {
    await listening.unlisten();
    await sql.end({ timeout: 1 });
  });
  return messages;
}

it('a change is told to its human in every instance, by id and kind, and to nobody else', async () => {
  const [here, there] = [await anInstance(), await anInstance()];
  const { scope, human } = await anEndpoint(held.db);
  const other = await anEndpoint(held.db);
  const [near, far] = [gather(here.feed, human.humanId), gather(there.feed, human.humanId)];
  const foreign = [gather(here.feed, other.human.humanId), gather(there.feed, other.human.humanId)];
  await expect.poll(() => here.feed.audience()).toEqual({ here: true, elsewhere: true });
  const id = await aPendingTodo(here.db, scope, { title: 'secret plan' });
  await expect
    .poll(() => [near, far])
    .toEqual(Array.from({ length: 2 }, () => [{ endpointId: scope.endpointId, todoId: id, kind: 'created' }]));
  expect(foreign).toEqual([[], []]);
});

it('while nobody looks nothing is sent; many changes travel together, without a word of what is in them', async () => {
  const [here, there] = [await anInstance(), await anInstance()];
  const { scope, human } = await anEndpoint(held.db);
  const messages = await overhear();
  for (let count = 0; count < 5; count += 1) await aPendingTodo(here.db, scope);
  await here.changes.flush();
  expect(messages.filter((message) => message.includes('changes'))).toEqual([]);
  const heard = gather(there.feed, human.humanId);
  await expect.poll(() => here.feed.audience().elsewhere).toBe(true);
  const ids: string[] = [];
  for (let count = 0; count < 40; count += 1) ids.push(await aPendingTodo(held.db, scope, { title: 'secret plan' }));
  for (const id of ids) await claimTodo(here.db, scope, { id, claimant: 'secret label' });
  await here.changes.flush();
  await expect.poll(() => heard.map(({ todoId }) => todoId).sort()).toEqual([...ids].sort());
  const sent = messages.filter((message) => message.includes('changes'));
  expect(sent.length).toBeLessThan(ids.length / 2);
  expect(sent.join()).not.toContain('secret');
});

it('an instance whose last reader left is told nothing more, and an unreadable message harms nobody', async () => {
  const [here, there] = [await anInstance(), await anInstance()];
  const { human } = await anEndpoint(held.db);
  const leave = there.feed.listen(human.humanId, () => {});
  await expect.poll(() => here.feed.audience().elsewhere).toBe(true);
  leave();
  await expect.poll(() => here.feed.audience().elsewhere).toBe(false);
  for (const message of ['', '{', '[]', 'null', '{"from":1}', '{"from":"x","changes":1}', '{"from":"x"}'])
    expect(() => here.feed.take(message)).not.toThrow();
});

it('so many changes of an endpoint at once are told as one', async () => {
  const here = await anInstance();
  const { scope, human } = await anEndpoint(held.db);
  const heard = gather(here.feed, human.humanId);
  for (let count = 0; count < 300; count += 1)
    here.changes.subscriber({
      transition: 'claim',
      todoId: `td_${count}`,
      endpointId: scope.endpointId,
      queue: 'ci',
      ready: false,
    });
  await expect.poll(() => heard).toEqual([{ endpointId: scope.endpointId, todoId: undefined, kind: 'changed' }]);
});
