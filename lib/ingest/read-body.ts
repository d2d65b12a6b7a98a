import { Refusal } from './refusal';

/** What bounds a delivery's body. */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Reads a body as the bytes that were sent. No more than the cap is ever held, with or without a content length, and an
 * encoded body is not inflated.
 * @param body undefined or null when the request has none
 * @throws Refusal `too_large` beyond the cap, `timeout` when it does not arrive in time, `invalid` when it breaks off
 */
export async function readBody(
  headers: Headers,
  body: ReadableStream<Uint8Array> | null,
  bounds: BodyBounds,
): Promise<Buffer> {
  if (Number(headers.get('content-length') ?? 0) > bounds.maxBytes) throw tooLarge(bounds);
  if (body === null) return Buffer.alloc(0);
  const reader = body.getReader();
  const deadline = timeoutAfter(bounds.timeoutMs);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(refuseCutOff), deadline.passed]);
      if (done) return Buffer.concat(chunks, size);
      size += value.byteLength;
      if (size > bounds.maxBytes) throw tooLarge(bounds);
      chunks.push(value);
    }
  } finally {
    deadline.cancel();
    reader.releaseLock();
  }
}

/** The sender hung up in the middle: that is no fault of ours to log. */
function refuseCutOff(): never {
  throw new Refusal('invalid', 'the body ended before it was complete');
}

function tooLarge({ maxBytes }: BodyBounds): Refusal {
  return new Refusal('too_large', `the body is larger than ${maxBytes} bytes`);
}

function timeoutAfter(timeoutMs: number): { passed: Promise<never>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Refusal('timeout', `the body did not arrive within ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    );
  });
  return { passed, cancel: () => clearTimeout(timer) };
}
