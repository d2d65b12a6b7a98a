const REST_MAX_BYTES = 32 * 1024 * 1024;
const REST_WITHIN_MS = 5_000;

/**
 * Reads what is left of a refused body without keeping it, so that a sender in the middle of it can read the answer and the
 * connection stays usable for its next request. One that goes on too long is cut off.
 * @returns settles when the rest has gone; it never fails
 */
export async function discardRest(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  const cutOff = () => void reader.cancel().catch(() => {});
  const deadline = setTimeout(cutOff, REST_WITHIN_MS);
  try {
    for (let size = 0; size < REST_MAX_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    cutOff();
  } catch {
    // The sender has gone.
  } finally {
    clearTimeout(deadline);
  }
}
