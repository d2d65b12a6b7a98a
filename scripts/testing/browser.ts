import { existsSync } from 'node:fs';
import { findBrowser } from '@/tests/support/browser';
import { type CommandOptions, mustRun } from '../setup/command.mjs';
import { Refusal } from '../setup/refusal.mjs';

const APT = '/usr/bin/apt-get';

/**
 * Makes sure there is a browser to test with, installing one when there is none: Debian's as root, else Playwright's.
 * @returns what was done, in words
 * @throws Refusal when neither can be had
 */
export async function ensureBrowser(signal: AbortSignal): Promise<string> {
  const found = findBrowser();
  if (found !== undefined) return `Browser is ${found}`;
  await (process.getuid?.() === 0 && existsSync(APT) ? installDebians(signal) : installPlaywrights(signal)).catch(
    (error) => {
      signal.throwIfAborted();
      throw new Refusal(
        `${error.message}\nThere is no browser for the Board's tests: install Chromium, or set CHROMIUM_PATH to one`,
      );
    },
  );
  const installed = findBrowser();
  if (installed !== undefined) return `Installed the browser ${installed}`;
  throw new Refusal('The browser was installed but is not found: set CHROMIUM_PATH to it');
}

async function installDebians(signal: AbortSignal): Promise<void> {
  const options: CommandOptions = { signal, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await mustRun('apt-get update', APT, ['update'], options);
  await mustRun('apt-get install chromium', APT, ['install', '-y', 'chromium'], options);
}

async function installPlaywrights(signal: AbortSignal): Promise<void> {
  await mustRun('playwright install', process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    signal,
  });
}
