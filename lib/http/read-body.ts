import { discardRest } from './discard-rest';

/** What bounds a request's body. */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export type BodyFault = 'too_large' | 'timeout' | 'broken_off';

/** A body that was not read to its end; each surface answers in its own words. */
export class BodyError extends Error {
  constructor(readonly fault: BodyFault) {
    super(`request body: ${fault}`);
    this.name = 'BodyError';
  }
}

/**
 * Reads a body as the bytes that were sent. No more than the cap is ever held, with or without a content length, and an
 * encoded body is not inflated. What is left of a refused one is read away meanwhile.
 * @param contentLength the header of that name
 * @throws BodyError beyond the cap, when it does not arrive in time, or when the sender hangs up in the middle
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null | undefined,
  contentLength: string | null | undefined,
  bounds: BodyBounds,
): Promise<Buffer> {
  if (Number(contentLength ?? 0) > bounds.maxBytes) throw new BodyError('too_large');
  if (body === null || body === undefined) return Buffer.alloc(0);
  const reading = body[Symbol.asyncIterator]();
  const deadline = startDeadline(bounds.timeoutMs);
  try {
    return await collect(reading, deadline.passed, bounds.maxBytes);
  } catch (error) {
    void discardRest(reading);
    throw error instanceof BodyError ? error : new BodyError('broken_off');
  } finally {
    deadline.cancel();
  }
}

async function collect(
  reading: AsyncIterator<Uint8Array>,
  deadline: Promise<never>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await Promise.race([reading.next(), deadline]);
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) throw new BodyError('too_large');
    chunks.push(value);
  }
}

function startDeadline(timeoutMs: number): { passed: Promise<never>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new BodyError('timeout')), timeoutMs);
  });
  return { passed, cancel: () => clearTimeout(timer) };
}
