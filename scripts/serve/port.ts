import { createServer } from 'node:net';
import { Refusal } from '../setup/refusal.mjs';

/**
 * Makes sure that an address can be listened on.
 * @throws Refusal naming PORT or SWITCHBOARD_HOST
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const code = await tryListen(host, port);
  if (code !== undefined) throw new Refusal(refusalFor(code, host, port));
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

function refusalFor(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: stop what listens there, or set PORT to another one`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to 1024 or above`;
    default:
      return `SWITCHBOARD_HOST ${host} is not an address this machine can listen on (${code})`;
  }
}
