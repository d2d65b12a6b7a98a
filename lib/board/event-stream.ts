import type { BoardFeed } from '../signals/board-feed';
import type { Change } from '../signals/change-notifier';

const KEEP_ALIVE_MS = 14_000;
const CHECK_MS = 20_000;
const GATHER_MS = 500;
const NAMED_MAX = 100;

interface StreamNeeds {
  readonly feed: Pick<BoardFeed, 'listen'>;
  readonly humanId: string;
  /** Whether the session still lives and its human is not disabled; asked every 20 seconds. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Aborts when the browser has gone or the process ends. */
  readonly signals: readonly AbortSignal[];
}

/**
 * What happens to one human's todos, as server-sent events: `changed` with ids and kinds, gathered for half a second, and never a
 * title or anything that an agent wrote. An event without todos says that something may have been missed.
 */
export function boardEvents({ feed, humanId, isSignedIn, signals }: StreamNeeds): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const over = new AbortController();
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => {
        // A browser that does not read is dropped; it comes back and reads anew.
        if ((controller.desiredSize ?? 0) < -NAMED_MAX) over.abort();
        else if (!over.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      const gathered = gatherer((changes) => send(toEvent(changes)));
      const keepAlive = setInterval(() => send(': keep-alive\n\n'), KEEP_ALIVE_MS).unref();
      const check = setInterval(async () => {
        if (!(await isSignedIn().catch(() => true))) over.abort();
      }, CHECK_MS).unref();
      const stop = feed.listen(humanId, gathered.add);
      const end = () => {
        stop();
        gathered.stop();
        clearInterval(keepAlive);
        clearInterval(check);
        over.abort();
        try {
          controller.close();
        } catch {
          // The reader closed it first.
        }
      };
      over.signal.addEventListener('abort', end, { once: true });
      for (const signal of signals) {
        if (signal.aborted) over.abort();
        signal.addEventListener('abort', () => over.abort(), { once: true, signal: over.signal });
      }
      send('retry: 5000\n\n');
    },
    cancel() {
      over.abort();
    },
  });
}

/** Puts the changes of half a second into one event. */
function gatherer(emit: (changes: readonly Change[]) => void) {
  let waiting: Change[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    const changes = waiting;
    waiting = [];
    timer = undefined;
    emit(changes);
  };
  return {
    add: (changes: readonly Change[]) => {
      waiting = [...waiting, ...changes].slice(0, NAMED_MAX);
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

function toEvent(changes: readonly Change[]): string {
  const todos = changes.flatMap(({ todoId, kind }) => (todoId === undefined ? [] : [{ id: todoId, kind }]));
  return `event: changed\ndata: ${JSON.stringify({ todos })}\n\n`;
}
