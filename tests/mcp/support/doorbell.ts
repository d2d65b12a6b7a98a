import { initialize, type OpenStream, openStream } from './raw';
import type { Surface } from './surface';

/** What the doorbell says on a session's stream. */
export interface ChannelRing {
  readonly content: string;
  readonly meta: { readonly todo_id: string; readonly queue: string; readonly kind?: string; readonly origin?: string };
}

/** A session with its GET stream open and greeted. */
export interface AttachedSession {
  readonly session: string;
  readonly stream: OpenStream;
  /** Waits until it was rung so often. */
  rung(times: number): Promise<ChannelRing[]>;
}

/** Opens a session and its stream; it counts as attached when its first bytes are there. */
export async function attach(surface: Surface, token: string): Promise<AttachedSession> {
  const session = await initialize(surface, token);
  return await attachTo(surface, token, session);
}

/** Opens the stream of a session, which may have been opened on another instance. */
export async function attachTo(surface: Surface, token: string, session: string): Promise<AttachedSession> {
  const stream = await openStream(surface, token, session);
  await stream.until(/open/);
  const rung = async (times: number) => {
    const pattern = new RegExp(`(?:notifications/claude/channel[^\\n]*\\n\\n[^]*?){${times}}`);
    return channelRings(await stream.until(pattern));
  };
  return { session, stream, rung };
}

/** The JSON-RPC messages that a stream has carried, whole ones only. */
export function messagesOf(text: string): { method: string; params: Record<string, unknown> }[] {
  return [...text.matchAll(/^data: (\{.*\})\n\n/gm)].map(([, json]) => JSON.parse(json ?? ''));
}

export function channelRings(text: string): ChannelRing[] {
  return messagesOf(text)
    .filter(({ method }) => method === 'notifications/claude/channel')
    .map(({ params }) => params as unknown as ChannelRing);
}
