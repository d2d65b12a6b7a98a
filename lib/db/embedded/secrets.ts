import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EmbeddedDatabaseError, reasonOf } from './errors';

const shape = z.object({
  databasePassword: z.string().min(16),
  nextauthSecret: z.string().min(32),
  encryptionKey: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
});

/** What is generated once for a data directory. `encryptionKey` is 32 bytes in base64. */
export type Secrets = z.infer<typeof shape>;

/** Where the secrets of a data directory lie, readable by their owner only. */
export function secretsFile(home: string): string {
  return join(home, 'secrets.json');
}

/**
 * Reads the secrets of a data directory.
 * @returns undefined when there are none yet
 * @throws EmbeddedDatabaseError when the file cannot be read or is damaged
 */
export function readSecrets(home: string): Secrets | undefined {
  const file = secretsFile(home);
  if (!existsSync(file)) return undefined;
  const parsed = shape.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  throw new EmbeddedDatabaseError(`${file} is damaged: restore it from a backup`);
}

/** Reads the secrets of a data directory, making them first when there are none. */
export function ensureSecrets(home: string): Secrets {
  const existing = readSecrets(home);
  if (existing !== undefined) {
    chmodSync(secretsFile(home), 0o600);
    return existing;
  }
  const made: Secrets = {
    databasePassword: randomBytes(24).toString('base64url'),
    nextauthSecret: randomBytes(32).toString('base64url'),
    encryptionKey: randomBytes(32).toString('base64'),
  };
  const draft = `${secretsFile(home)}.new`;
  writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, secretsFile(home));
  return made;
}

function readJson(file: string): unknown {
  const text = readText(file);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `${file} cannot be read (${reasonOf(error)}): run as the user who started Switchboard`,
    );
  }
}
