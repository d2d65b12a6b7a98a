import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './server';

/** Where PgBouncer is; undefined when it is not installed. */
export function findPooler(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync);
}

/** Starts PgBouncer before a database: transaction mode, three connections, none older than ten seconds. */
export async function startPooler(
  binary: string,
  databaseUrl: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-pooler-'));
  const listen = await freePort();
  const target = `host=${hostname} port=${port} user=${username} password=${password}`;
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listen}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${join(folder, 'users.txt')}\npool_mode = transaction\ndefault_pool_size = 3\nserver_lifetime = 10\n`,
  );
  chmodSync(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(binary, [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  while (child.exitCode === null && !(await accepts(listen))) await new Promise((resolve) => setTimeout(resolve, 50));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url: `postgres://${username}:${password}@127.0.0.1:${listen}${pathname}`, stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}
