import { statSync } from 'node:fs';
import type { Config } from '../../config';
import type { Db } from '../../db/connection';
import { sealedSecrets } from '../../store/operator/sealed-secrets';
import { openSecret } from '../../store/sealed-secret';
import { type Finding, note, ok, skipped, wrong } from './check';

const CHECK = 'secrets';
const NAMED_MAX = 3;

/**
 * Whether the files that hold secrets are closed to others, and whether the signing secrets in the database open.
 * @param secretsFile of the embedded database, if that is the one in use
 * @param db undefined when its tables cannot be read
 */
export async function checkSecrets(
  config: Config,
  env: NodeJS.ProcessEnv,
  secretsFile: string | undefined,
  db: Db | undefined,
): Promise<Finding[]> {
  return [...checkFile(secretsFile), ...checkSession(config, env), await checkSealed(config.encryptionKey, db)];
}

function checkFile(file: string | undefined): Finding[] {
  if (file === undefined || process.platform === 'win32') return [];
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) === 0) return [ok('secrets_file', `${file} is closed to others`)];
  return [wrong('secrets_file', `${file} can be read by others (mode ${mode.toString(8)})`, `run: chmod 600 ${file}`)];
}

function checkSession(config: Config, env: NodeJS.ProcessEnv): Finding[] {
  if (!env.DATABASE_URL || env.NEXTAUTH_SECRET) return [];
  const remedy = 'a server needs at least 32 random characters in it, the same on every instance';
  return [note('session_secret', `NEXTAUTH_SECRET is not set here, for ${config.baseUrl}`, remedy)];
}

async function checkSealed(key: Buffer | undefined, db: Db | undefined): Promise<Finding> {
  if (db === undefined) return skipped(CHECK, 'needs the database');
  const sealed = await sealedSecrets(db);
  if (sealed.length === 0) {
    if (key) return ok(CHECK, 'SWITCHBOARD_ENCRYPTION_KEY is set, and no signing secret is kept yet');
    return note(
      CHECK,
      'SWITCHBOARD_ENCRYPTION_KEY is not set',
      'webhooks and hooks that sign need it: 32 bytes in base64',
    );
  }
  if (!key)
    return wrong(
      CHECK,
      `SWITCHBOARD_ENCRYPTION_KEY is not set, and ${sealed.length} signing secrets are kept under it`,
      'set it to the key that they were made with',
    );
  const shut = sealed.filter(({ boundTo, secret }) => openSecret(key, boundTo, secret) === undefined);
  if (shut.length === 0) return ok(CHECK, `all ${sealed.length} signing secrets open`);
  return wrong(
    CHECK,
    `${shut.length} of ${sealed.length} signing secrets do not open with SWITCHBOARD_ENCRYPTION_KEY: ${listed(shut.map(({ what }) => what))}`,
    'set it to the key that they were made with, or make those webhooks and hooks anew',
  );
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED_MAX;
  return `${names.slice(0, NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
