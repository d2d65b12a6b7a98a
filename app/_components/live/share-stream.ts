const NAME = 'switchboard-live';

/** How a tab hears of changes: by the browser's one stream, or not, so that it must look for itself. */
export type StreamState = 'live' | 'silent';

type Message =
  | { readonly type: 'changed' }
  | { readonly type: 'state'; readonly state: StreamState }
  | { readonly type: 'hello' };

interface Ears {
  readonly onChange: () => void;
  readonly onState: (state: StreamState) => void;
}

/**
 * Listens for changes with one stream for all tabs of the browser: the tab that holds the lock opens it and shares what it hears.
 * Where a browser keeps the lock back, as over plain http from another machine, there is no stream.
 * @returns ends the listening and passes the lock on
 */
export function shareStream({ onChange, onState }: Ears): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    onState('silent');
    return () => {};
  }
  const over = new AbortController();
  const channel = new BroadcastChannel(NAME);
  const tell = (message: Message) => channel.postMessage(message);
  let held: StreamState | undefined;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'changed') onChange();
    if (data.type === 'state') onState(data.state);
    if (data.type === 'hello' && held) tell({ type: 'state', state: held });
  };
  tell({ type: 'hello' });
  const lead = () =>
    holdStream(over.signal, {
      onChange: () => {
        onChange();
        tell({ type: 'changed' });
      },
      onState: (state) => {
        held = state;
        onState(state);
        tell({ type: 'state', state });
      },
    });
  navigator.locks.request(NAME, { signal: over.signal }, lead).catch(() => {});
  return () => {
    over.abort();
    channel.close();
  };
}

/** Keeps the stream open until the signal aborts; the browser reconnects by itself unless it was refused. */
async function holdStream(signal: AbortSignal, { onChange, onState }: Ears): Promise<void> {
  const source = new EventSource('/api/events');
  let wasOpen = false;
  source.addEventListener('open', () => {
    // What happened while the stream was away was told to nobody.
    if (wasOpen) onChange();
    wasOpen = true;
    onState('live');
  });
  source.addEventListener('error', () => onState('silent'));
  source.addEventListener('changed', onChange);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  source.close();
}
