import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesOf, type Names } from '@/lib/hooks/reach';
import { type HookSettings, registerHook } from '@/lib/hooks/register-hook';
import { listNotifyHooks } from '@/lib/store/notify-hooks/list-notify-hooks';
import { anEndpoint, aPendingTodo } from '../../support/queue';
import { Receiver } from './receiver';
import { encryptionKey, hookedDatabase, startSender, until } from './sending';

const { db } = await hookedDatabase();

/** A DNS server that answers every question for an IPv4 address with `answer`. */
const dns = { socket: createSocket('udp4'), answer: '93.184.216.34' };
let names: Names;

beforeAll(async () => {
  dns.socket.on('message', (query, from) => dns.socket.send(answerTo(query, dns.answer), from.port));
  await new Promise<void>((resolve) => dns.socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${(dns.socket.address() as AddressInfo).port}`]);
  names = resolver;
});
afterAll(() => dns.socket.close());

/** RFC 1035: the header with its answer flag and counts, the question as it came, and for type A one record with a time to live of 0. */
function answerTo(query: Buffer, address: string): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const question = query.subarray(12, end);
  const isA = query.readUInt16BE(end - 4) === 1;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([header, question, ...(isA ? [record] : [])]);
}

describe('an address', () => {
  const reasonFor = (url: string, allowedRanges: string[] = []) =>
    addressesOf(new URL(url), { names, allowedRanges }).then(
      (addresses) => addresses.join(),
      (error: Error) => error.message,
    );

  it.each([
    ['https://127.0.0.1/', 'loopback'],
    ['https://[::1]/', 'loopback'],
    ['https://10.1.2.3/', 'private'],
    ['https://172.16.0.1/', 'private'],
    ['https://192.168.1.1/', 'private'],
    ['https://169.254.169.254/latest/meta-data/', 'linkLocal'],
    ['https://100.64.0.1/', 'carrierGradeNat'],
    ['https://[fd00:ec2::254]/', 'uniqueLocal'],
    ['https://[fe80::1]/', 'linkLocal'],
    ['https://[::ffff:10.0.0.1]/', 'private'],
    ['https://[::ffff:7f00:1]/', 'loopback'],
    ['https://[64:ff9b::a00:1]/', 'rfc6052'],
    ['https://[2002:7f00:1::]/', '6to4'],
    ['https://[::7f00:1]/', 'not public'],
    ['https://0.0.0.0/', 'unspecified'],
    ['https://0x7f.1/', 'loopback'],
    ['https://2130706433/', 'loopback'],
    ['https://168.63.129.16/', 'not public'],
    ['https://localhost/', 'loopback'],
  ])('%s is refused', async (url, reason) => {
    expect(await reasonFor(url)).toContain(reason);
  });

  it.each([
    ['http://93.184.216.34/', 'https://'],
    ['ftp://93.184.216.34/', 'https://'],
  ])('%s is refused for its protocol', async (url, reason) => {
    expect(await reasonFor(url, ['10.0.0.0/8'])).toContain(reason);
  });

  it.each([
    ['https://93.184.216.34/', []],
    ['https://[2606:4700::1111]/', []],
    ['http://10.1.2.3/', ['10.1.0.0/16']],
    ['https://10.1.2.3/', ['10.1.0.0/16']],
    ['http://[fd00::5]/', ['fd00::/8']],
    ['https://hook.test/', []],
  ])('%s may be called', async (url, allowed) => {
    expect(await reasonFor(url, allowed)).toMatch(/^[0-9a-f.:]+$/);
  });
});

describe('a URL to register', () => {
  const config: HookSettings = { encryptionKey, notifyHooksMax: 2, notifyHookAllowCidrs: [] };
  const register = async (url: string, settings: Partial<HookSettings> = {}) => {
    const { human, scope } = await anEndpoint(db);
    return registerHook(db, human, { endpointId: scope.endpointId, url }, { ...config, ...settings }, names);
  };

  it.each([
    ['http://hook.test/', 'https://'],
    ['https://10.0.0.1/', 'not public'],
    ['not a url', 'absolute https URL'],
    ['https://user:pass@hook.test/', 'user name or password'],
    [`https://hook.test/${'x'.repeat(2048)}`, '2048 characters'],
    ['https://127.0.0.1:5432/', 'not public'],
  ])('%s is refused with the reason, and nothing is stored', async (url, reason) => {
    const before = await db.sql`select count(*) from notify_hooks`;
    await expect(register(url)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(reason) });
    expect(await db.sql`select count(*) from notify_hooks`).toEqual(before);
  });

  it('needs SWITCHBOARD_ENCRYPTION_KEY, and room', async () => {
    await expect(register('https://hook.test/', { encryptionKey: undefined })).rejects.toThrow(
      'SWITCHBOARD_ENCRYPTION_KEY',
    );
    await expect(register('https://hook.test/', { notifyHooksMax: 0 })).rejects.toThrow('SWITCHBOARD_NOTIFY_HOOKS_MAX');
    const { human, scope } = await anEndpoint(db);
    const request = { endpointId: scope.endpointId, url: 'https://hook.test/' };
    const settled = await Promise.allSettled(
      Array.from({ length: 9 }, () => registerHook(db, human, request, { ...config, notifyHooksMax: 5 }, names)),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(registerHook(db, human, request, { ...config, notifyHooksMax: 5 }, names)).rejects.toThrow('5 hooks');
  });

  it('may have a name that has no address yet', async () => {
    const { human, scope } = await anEndpoint(db);
    const nobody = { resolve4: () => Promise.reject(new Error('ENOTFOUND')), resolve6: () => Promise.resolve([]) };
    const request = { endpointId: scope.endpointId, url: 'https://not-yet.invalid/' };
    expect(await registerHook(db, human, request, config, nobody)).toMatchObject({ resolves: false });
    const plain = { ...request, url: 'http://not-yet.invalid/' };
    const allowing = { ...config, notifyHookAllowCidrs: ['10.0.0.0/8'] };
    await expect(registerHook(db, human, plain, allowing, nobody)).rejects.toMatchObject({ code: 'invalid' });
  });

  it("is not found for another human's endpoint", async () => {
    const { scope } = await anEndpoint(db);
    const { human } = await anEndpoint(db);
    const request = { endpointId: scope.endpointId, url: 'https://hook.test/' };
    await expect(registerHook(db, human, request, config, names)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('a name that leads elsewhere by the time of the call is refused before anything is connected to', async () => {
  const { human, scope } = await anEndpoint(db);
  const trap = await Receiver.start();
  const url = `https://hook.test:${new URL(trap.url).port}/`;
  dns.answer = '93.184.216.34';
  const config = { encryptionKey, notifyHooksMax: 5, notifyHookAllowCidrs: [] };
  await registerHook(db, human, { endpointId: scope.endpointId, url }, config, names);
  dns.answer = '127.0.0.1';
  let connections = 0;
  trap.onConnection(() => {
    connections += 1;
  });
  await aPendingTodo(db, scope);
  const { results } = startSender(db, { config, names });
  await until(async () => results.length === 1);
  const [view] = await listNotifyHooks(db, human);
  expect(view?.lastError).toContain('an address that is not public (loopback)');
  expect(connections).toBe(0);
});
