import { createHmac } from 'node:crypto';
import { z } from 'zod';

/**
 * A backup is a gzip file of text. The first line is this header as JSON; then comes each table in the header's order as PostgreSQL's
 * COPY text, ended by a line with `\.`; the last line is the number of rows of each table as JSON.
 */
export const headerShape = z.object({
  switchboard_backup: z.literal(1),
  taken_at: z.string(),
  /** The migrations that the database had had. */
  migrations: z.array(z.number()).min(1),
  /** Tells whether the signing secrets in it open with a given key, and nothing about the key. */
  key_check: z.string().nullable(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});

export type BackupHeader = z.infer<typeof headerShape>;

export const trailerShape = z.object({ rows: z.record(z.string(), z.number()) });

export const END_OF_TABLE = '\\.\n';

/** What was saved or brought back. */
export interface BackupSummary {
  readonly takenAt: string;
  readonly rows: Readonly<Record<string, number>>;
}

/** A backup is not made or not restored, with the reason and the remedy; nothing has been changed. */
export class BackupRefusal extends Error {}

export function keyCheckOf(encryptionKey: Buffer | undefined): string | null {
  if (!encryptionKey) return null;
  return createHmac('sha256', encryptionKey).update('switchboard backup').digest('hex').slice(0, 16);
}
