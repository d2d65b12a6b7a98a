import { type AddressInfo, isIP, Server } from 'node:net';

/** Where this process's servers listen. Next tells nobody, so Node's own list of what keeps the process alive is read. */
export function listeningAddresses(): readonly string[] {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles?: () => readonly unknown[] };
  const servers = (handles?.call(process) ?? []).filter((handle) => handle instanceof Server && handle.listening);
  return (servers as Server[])
    .map((server) => server.address())
    .filter((address): address is AddressInfo => typeof address === 'object' && address !== null)
    .map(({ address }) => address);
}

/** Whether an address or a host name is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
