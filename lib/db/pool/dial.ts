import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionError } from './statement';

/** How long a host may take to accept a connection; the driver bounds what comes after. */
const DIAL_WITHIN_MS = 5_000;

/** Where the driver would connect, as it reads a URL. */
export interface Destination {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** A Unix socket's path. */
  readonly path: string | false | undefined;
}

/** Connects to the first host that accepts. @throws the last host's refusal */
export async function dial({ host, port, path }: Destination): Promise<Socket> {
  if (path) return await reach(connect({ path }));
  let refusal: unknown;
  for (const [index, name] of host.entries()) {
    try {
      const socket = await reach(connect({ host: name, port: port[index] ?? 5432, noDelay: true }));
      // The driver reads the name from here when it makes sure whose certificate it sees.
      return Object.assign(socket, { host: name, port: port[index] });
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

const PAUSE_FIRST_MS = 100;
const PAUSE_MAX_MS = 5_000;

/**
 * Dials for the driver's own listener. The first time a refusal is its answer; later it must be connected again whatever happens,
 * so this goes on until a host accepts, pausing longer each time, also when the last connection was lost at once.
 * @param over ends the trying
 */
export function persistentDial(destination: Destination, over: AbortSignal): () => Promise<Socket> {
  let connectedAt: number | undefined;
  let pause = 0;
  return async () => {
    if (connectedAt === undefined) {
      const socket = await dial(destination);
      connectedAt = performance.now();
      return socket;
    }
    if (performance.now() - connectedAt > PAUSE_MAX_MS) pause = 0;
    for (;;) {
      await sleep(pause, undefined, { ref: false, signal: over });
      pause = Math.min(Math.max(pause * 2, PAUSE_FIRST_MS), PAUSE_MAX_MS);
      const socket = await dial(destination).catch(() => undefined);
      over.throwIfAborted();
      if (socket === undefined) continue;
      connectedAt = performance.now();
      return socket;
    }
  };
}

function reach(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(connectionError('ETIMEDOUT', 'the database did not accept a connection in time')),
      DIAL_WITHIN_MS,
    );
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
