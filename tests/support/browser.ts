import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** The browser to test with: CHROMIUM_PATH, Playwright's own, or the system's; undefined when there is none. */
export function findBrowser(): string | undefined {
  const onPath = NAMES.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, name)));
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...onPath];
  return candidates.find((file) => file !== undefined && file !== '' && existsSync(file));
}

/** How to launch it: without its sandbox only as root, where the sandbox cannot work, and without calls of its own to the net. */
export function browserOptions(): LaunchOptions {
  const executablePath = findBrowser();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { ...(executablePath === undefined ? {} : { executablePath }), args: [...QUIET, ...sandbox] };
}
