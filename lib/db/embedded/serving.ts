import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { processIdentity } from './processes';

const shape = z.object({ baseUrl: z.string(), pid: z.number(), identity: z.string() });

/**
 * Leaves a note of where this process serves, for whoever works on the same data directory and is not told a base URL.
 * @param home the directory that holds the cluster
 * @returns takes the note away
 */
export function noteServing(home: string, baseUrl: string): () => void {
  const note = { baseUrl, pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  writeFileSync(noteFile(home), `${JSON.stringify(note)}\n`, { mode: 0o644 });
  return () => {
    if (readNote(home)?.identity === note.identity) rmSync(noteFile(home), { force: true });
  };
}

/** Where a live process serves on a data directory; undefined when none has said so. */
export function servingAt(home: string): string | undefined {
  const note = readNote(home);
  return note && processIdentity(note.pid) === note.identity ? note.baseUrl : undefined;
}

function noteFile(home: string): string {
  return join(home, 'serving.json');
}

function readNote(home: string): z.infer<typeof shape> | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(noteFile(home), 'utf8')));
  } catch {
    return undefined;
  }
}
