import type { McpRequest } from './http';
import { bodyTimeout, bodyTooLarge } from './refusal';

/** The most that a call may send. */
export const BODY_MAX_BYTES = 1024 * 1024;

const ARRIVES_WITHIN_MS = 15_000;

/**
 * Reads a call's body. No more than the cap is ever held, with or without a content length.
 * @throws Refusal 413 beyond the cap, 408 when it does not arrive within 15 seconds
 */
export async function readBody(request: McpRequest): Promise<Uint8Array> {
  if (Number(request.header('content-length') ?? 0) > BODY_MAX_BYTES) throw bodyTooLarge(BODY_MAX_BYTES);
  if (request.body === undefined) return new Uint8Array();
  const reading = request.body[Symbol.asyncIterator]();
  const deadline = startDeadline();
  try {
    return await collect(reading, deadline.passed);
  } catch (error) {
    reading.return?.().catch(() => {});
    throw error;
  } finally {
    deadline.cancel();
  }
}

async function collect(reading: AsyncIterator<Uint8Array>, deadline: Promise<never>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await Promise.race([reading.next(), deadline]);
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > BODY_MAX_BYTES) throw bodyTooLarge(BODY_MAX_BYTES);
    chunks.push(value);
  }
}

function startDeadline(): { passed: Promise<never>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(bodyTimeout()), ARRIVES_WITHIN_MS);
  });
  return { passed, cancel: () => clearTimeout(timer) };
}
