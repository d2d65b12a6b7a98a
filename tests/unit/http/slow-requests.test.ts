import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

const STOPPED_MS = 3_000;

let child: ChildProcess;
let port: number;

beforeAll(async () => {
  child = spawn(process.execPath, [join(import.meta.dirname, 'patient-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  port = Number(line.toString());
});
afterAll(() => child.kill('SIGKILL'));

/** What the server answers to a request of which the second part comes when `meanwhile` is over. */
async function answerTo(first: string, second: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(first);
  await sleep(200);
  await meanwhile();
  socket.write(second);
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.destroy();
  return answer;
}

const HEAD = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 2\r\n';

it.each([
  ['its head', `${HEAD}x: `, '1\r\n\r\nab'],
  ['its body', `${HEAD}\r\na`, 'b'],
])('a pause of the server does not count against a client in the middle of %s', async (_part, first, second) => {
  const pause = async () => {
    child.kill('SIGSTOP');
    await sleep(STOPPED_MS);
    setTimeout(() => child.kill('SIGCONT'), 50);
  };
  expect(await answerTo(first, second, pause)).toMatch(/^HTTP\/1\.1 200 /);
});

it('a client that takes longer than that by itself is told so', async () => {
  expect(await answerTo(`${HEAD}x: `, '', () => sleep(0))).toMatch(/^HTTP\/1\.1 408 /);
});
