import { statSync } from 'node:fs';
import { BackupRefusal } from '../db/backup/format';
import { restoreBackup } from '../db/backup/restore-backup';
import { writeBackup } from '../db/backup/write-backup';
import type { Command, Result } from './command';
import { Refused } from './failures';
import { MIGRATIONS_FOLDER } from './operator';

const backup: Command = {
  name: 'backup',
  summary: 'Saves the database to a file while it is in use, as of one moment',
  positionals: ['FILE'],
  examples: ['backup switchboard-2026-01-31.gz', 'backup /var/backups/switchboard.gz --json'],
  anySchema: true,
  run: async ({ directUrl, config, note }, args) => {
    const file = args.positional(0);
    const options = { folder: MIGRATIONS_FOLDER, encryptionKey: config.encryptionKey };
    const { takenAt, rows } = await refusing(writeBackup(directUrl, file, options));
    note('It holds payloads and hashes of credentials; keep it where only you can read it.');
    note(
      'SWITCHBOARD_ENCRYPTION_KEY is not in it: keep that as well, or webhooks and hooks cannot sign after a restore.',
    );
    return { file, taken_at: takenAt, bytes: statSync(file).size, tables: presentRows(rows) };
  },
};

const restore: Command = {
  name: 'restore',
  summary: 'Brings a backup into an empty database; all of it or nothing, and leases go on',
  positionals: ['FILE'],
  flags: { replace: 'Delete what the database holds' },
  examples: ['restore switchboard-2026-01-31.gz', 'restore switchboard-2026-01-31.gz --replace'],
  anySchema: true,
  run: async ({ directUrl, config, note }, args) => {
    const file = args.positional(0);
    const options = { folder: MIGRATIONS_FOLDER, encryptionKey: config.encryptionKey, replace: args.flag('replace') };
    const { takenAt, rows, secretsOpen } = await refusing(restoreBackup(directUrl, file, options));
    if (!secretsOpen)
      note(
        'The signing secrets were kept under another SWITCHBOARD_ENCRYPTION_KEY: set that one, or rotate webhooks and make hooks anew.',
      );
    return { file, taken_at: takenAt, secrets_open: secretsOpen, tables: presentRows(rows) };
  },
};

export const backupCommands: readonly Command[] = [backup, restore];

function presentRows(rows: Readonly<Record<string, number>>): Result[] {
  return Object.entries(rows).map(([table, count]) => ({ table, rows: count }));
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BackupRefusal ? new Refused('conflict', error.message) : error;
  }
}
