import { QueueError } from '../queue/errors';

/** The value, or undefined when it is absent or foreign: a page answers both with the same not-found page. */
export async function found<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof QueueError && error.code === 'not_found') return undefined;
    throw error;
  }
}
