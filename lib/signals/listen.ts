import type postgres from 'postgres';
import type { Doorbell } from './doorbell';
import { Listener } from './listener';
import { READY_CHANNEL, type ReadyMessage } from './ready-notifier';

interface ListenNeeds {
  /** Opens a direct connection that is kept for listening alone. */
  readonly connect: () => postgres.Sql;
  /** The pool, over which the process tells itself something to hear whether it still hears. */
  readonly sql: postgres.Sql;
  readonly doorbell: Doorbell;
  /** What this process calls itself in its own messages, which are skipped. */
  readonly instance: string;
  /** What is done with messages on further channels. */
  readonly channels?: Readonly<Record<string, (text: string) => void>>;
  /** Told when listening goes on after it was interrupted. */
  readonly onResumed?: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Rings this process's doorbell for what other processes made claimable, for as long as the process lives.
 * @returns the listening, begun
 * @throws when the database cannot be reached
 */
export async function listenForReady(needs: ListenNeeds): Promise<Listener> {
  const { connect, sql, doorbell, instance, onError } = needs;
  const listener = new Listener({
    connect,
    notify: (channel) => sql`select pg_notify(${channel}, '')`,
    probeChannel: `switchboard_${instance}`,
    channels: {
      ...needs.channels,
      [READY_CHANNEL]: (text) => {
        const message = parseMessage(text);
        if (message && message.from !== instance) {
          doorbell.ring({ todoId: message.todo_id, endpointId: message.endpoint_id });
        }
      },
    },
    onResumed: (silentSeconds) => {
      doorbell.ringAll(silentSeconds);
      needs.onResumed?.();
    },
    onError,
  });
  await listener.start();
  return listener;
}

/** Anybody on the database may send a message; one that is not of ours is ignored. */
function parseMessage(text: string): ReadyMessage | undefined {
  try {
    const { todo_id, endpoint_id, from } = JSON.parse(text) as Partial<ReadyMessage>;
    if (typeof todo_id !== 'string' || typeof endpoint_id !== 'string') return undefined;
    return { todo_id, endpoint_id, from: String(from) };
  } catch {
    return undefined;
  }
}
