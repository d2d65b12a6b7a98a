import type postgres from 'postgres';
import type { Doorbell } from './doorbell';
import { READY_CHANNEL, type ReadyMessage } from './ready-notifier';

/**
 * Rings this process's doorbell for what other processes made claimable. After every reconnect everybody is woken, because what
 * was told in between is lost.
 * @param sql a pool on a direct connection, which keeps one of its own for this
 * @param self what this process calls itself in its own messages, which are skipped
 * @returns ends the listening
 */
export async function listenForReady(
  sql: postgres.Sql,
  doorbell: Doorbell,
  self: string,
): Promise<() => Promise<void>> {
  const onMessage = (text: string) => {
    const message = parseMessage(text);
    if (message && message.from !== self) doorbell.ring({ todoId: message.todo_id, endpointId: message.endpoint_id });
  };
  const { unlisten } = await sql.listen(READY_CHANNEL, onMessage, () => doorbell.ringAll());
  return unlisten;
}

function parseMessage(text: string): ReadyMessage | undefined {
  try {
    return JSON.parse(text) as ReadyMessage;
  } catch {
    return undefined;
  }
}
