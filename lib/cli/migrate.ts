import { migrate as applyMigrations, readMigrationState, whyNotMigratable } from '../db/migrate';
import type { Command } from './command';
import { Refused } from './failures';
import { MIGRATIONS_FOLDER, refuseConnection } from './operator';

export const migrate: Command = {
  name: 'migrate',
  summary: "Brings the database to this version's schema; servers that start do the same by themselves",
  flags: { 'dry-run': 'Say what is pending and change nothing' },
  examples: ['migrate --dry-run', 'migrate'],
  anySchema: true,
  run: async ({ db, directUrl }, args) => {
    const before = await readMigrationState(db.sql, MIGRATIONS_FOLDER).catch((error) =>
      refuseConnection(error, directUrl),
    );
    const reason = whyNotMigratable(before);
    if (reason !== undefined) throw new Refused('conflict', reason);
    if (args.flag('dry-run')) return { dry_run: true, applied: 0, pending: before.pending };
    const { pending } = await applyMigrations(directUrl, MIGRATIONS_FOLDER);
    return { dry_run: false, applied: pending, pending: 0 };
  },
};
