const PREFIX = 'switchboard://queues/';

export const QUEUE_URI_TEMPLATE = `${PREFIX}{queue}`;

/** The resource that stands for a queue. */
export function queueUri(queue: string): string {
  return PREFIX + encodeURIComponent(queue);
}

/** The queue that a URI names, its characters encoded or not; undefined when it names none. */
export function queueOfUri(uri: string): string | undefined {
  if (!uri.startsWith(PREFIX)) return undefined;
  const name = uri.slice(PREFIX.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
