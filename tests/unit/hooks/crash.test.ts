import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { neutralEnvironment, projectRoot } from '../../support/project';
import { anEndpoint, aPendingTodo, type TestEndpoint } from '../../support/queue';
import { Receiver } from './receiver';
import { encryptionKey, hook, hookedDatabase, makeDue, startSender } from './sending';

const { db, url } = await hookedDatabase();
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a real process and says how it ended. */
function doomedInstance(moment: 'after-commit' | 'mid-call', { scope }: TestEndpoint) {
  const args = ['--import', 'tsx', 'tests/unit/hooks/doomed-instance.ts', moment, scope.endpointId];
  const env: NodeJS.ProcessEnv = {
    ...neutralEnvironment(),
    NODE_ENV: 'production',
    DATABASE_URL: url,
    NEXTAUTH_SECRET: 'x'.repeat(32),
    SWITCHBOARD_ENCRYPTION_KEY: encryptionKey.toString('base64'),
    SWITCHBOARD_NOTIFY_HOOK_ALLOW_CIDRS: '127.0.0.0/8',
  };
  const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: 'inherit' });
  children.push(child);
  return { child, signal: new Promise<string | null>((resolve) => child.once('exit', (_code, name) => resolve(name))) };
}

it('a process killed between commit and send: the call arrives after the restart', async () => {
  const endpoint = await anEndpoint(db);
  const receiver = await Receiver.start();
  await hook(db, endpoint, receiver);
  expect(await doomedInstance('after-commit', endpoint).signal).toBe('SIGKILL');
  expect(receiver.calls).toEqual([]);
  startSender(db);
  const [call] = await receiver.received(1);
  expect(call?.verified).toBe(true);
  const [todo] = await db.sql`select id from todos where endpoint_id = ${endpoint.scope.endpointId}`;
  expect(call?.event.data.todo_id).toBe(todo?.id);
});

it('a process killed in the middle of a call: another makes it once more, under the same id', async () => {
  const endpoint = await anEndpoint(db);
  const receiver = await Receiver.start((response, nth) => nth > 1 && response.writeHead(204).end());
  await hook(db, endpoint, receiver);
  await aPendingTodo(db, endpoint.scope);
  const doomed = doomedInstance('mid-call', endpoint);
  await receiver.received(1);
  doomed.child.kill('SIGKILL');
  expect(await doomed.signal).toBe('SIGKILL');
  await makeDue(db);
  startSender(db);
  const [first, second] = await receiver.received(2);
  expect(second?.id).toBe(first?.id);
});
