const REST_MAX_BYTES = 32 * 1024 * 1024;
const REST_WITHIN_MS = 5_000;

/**
 * Reads what is left of a refused body without keeping it, so that a sender in the middle of it can read the answer and the
 * connection stays usable for its next request. One that goes on too long is cut off.
 * @returns settles when the rest has gone; it never fails
 */
export async function discardRest(reading: AsyncIterator<Uint8Array>): Promise<void> {
  const cutOff = () => void reading.return?.().catch(() => {});
  const deadline = setTimeout(cutOff, REST_WITHIN_MS);
  try {
    for (let size = 0; size < REST_MAX_BYTES; ) {
      const { done, value } = await reading.next();
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

/** The same for a body that nobody has begun to read. */
export async function discardUnread(body: AsyncIterable<Uint8Array> | null | undefined): Promise<void> {
  if (!body || ('locked' in body && body.locked === true)) return;
  await discardRest(body[Symbol.asyncIterator]());
}
