import { fileURLToPath } from 'node:url';

/** The project's root folder, without a slash at its end. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

const SETTINGS = /^(SWITCHBOARD_(?!TEST_|E2E_)|NEXTAUTH_|DATABASE_URL$|PORT$)/;
const RUNNERS = /^(HOSTNAME$|NODE_ENV$|npm_|VITEST)/;

/** Takes every setting of Switchboard out of this process's environment, so that no test depends on who runs it. */
export function forgetSettings(): void {
  for (const name of Object.keys(process.env)) if (SETTINGS.test(name)) delete process.env[name];
}

/** This environment without settings of Switchboard, and without what npm and Vitest put there. */
export function neutralEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries.filter(([name]) => !SETTINGS.test(name) && !RUNNERS.test(name)));
}
