import { ConfigError } from '../../config';
import { createDb } from '../../db/connection';
import { existingHome } from '../../db/embedded/home';
import { secretsFile } from '../../db/embedded/secrets';
import type { LoneCommand } from '../command';
import { readSettings } from '../operator';
import { type Finding, note, ok, wrong } from './check';
import { checkBaseUrl } from './check-base-url';
import { checkDatabase, unreached } from './check-database';
import { checkSecrets } from './check-secrets';

export const doctor: LoneCommand = {
  name: 'doctor',
  summary: 'Looks for what is wrong with settings, database, schema, clocks, server and secrets, and says what to do',
  examples: ['doctor', 'doctor --json'],
  runAlone: async ({ env }) => {
    const checks = await examine(env);
    return { healthy: checks.every(({ status }) => status === 'ok' || status === 'note'), checks };
  },
  isFailure: ({ healthy }) => healthy !== true,
};

async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = settingsOf(env);
  if ('problems' in settings)
    return [
      wrong('settings', settings.problems.join('; '), 'correct these variables; .env.example lists each setting'),
    ];
  const { config, warnings } = settings;
  const first =
    warnings.length === 0
      ? ok('settings', 'every variable can be used')
      : note('settings', warnings.join('; '), 'correct the name, or remove the variable');
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  const { findings, readable } = url === undefined ? noDatabase() : await checkDatabase(url);
  const home = env.DATABASE_URL ? undefined : existingHome(config.dataDir);
  const db = readable && url !== undefined ? createDb(url, config, undefined, { max: 1 }) : undefined;
  try {
    const secrets = await checkSecrets(config, env, home && secretsFile(home), db);
    return [first, ...findings, await checkBaseUrl(config.baseUrl), ...secrets];
  } finally {
    await db?.sql.end({ timeout: 1 });
  }
}

function settingsOf(env: NodeJS.ProcessEnv): ReturnType<typeof readSettings> | { problems: readonly string[] } {
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems };
    throw error;
  }
}

function noDatabase(): { findings: Finding[]; readable: boolean } {
  const none = wrong(
    'database',
    'DATABASE_URL is not set, and no embedded database is running',
    'run npm start, which brings one of its own, or set DATABASE_URL',
  );
  return { findings: [none, ...unreached()], readable: false };
}
