/** The page of a queue; its name may hold anything printable. */
export function queueHref(queue: string): string {
  return `/queues/${encodeURIComponent(queue)}`;
}

/** A segment of a path as it was before it was encoded; one that was not is itself. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
