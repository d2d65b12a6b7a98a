#!/usr/bin/env node
// `npm start` and `npm run dev`: works on a fresh clone, so nothing here may need a package before the first step is done.
import { buildApplication, isBuildCurrent } from './setup/build.mjs';
import { loadEnvFiles } from './setup/env-files.mjs';
import { installPackages } from './setup/install.mjs';
import { importTypeScript, root } from './setup/project.mjs';
import { Refusal, requireNode } from './setup/refusal.mjs';
import { print, step } from './setup/step.mjs';
import { stopRequests } from './setup/stop-requests.mjs';

const INTERRUPTED = 130;
const USAGE = 2;
const stop = stopRequests();

async function start(args) {
  const dev = args.includes('--dev');
  const unknown = args.find((word) => word !== '--dev');
  if (unknown !== undefined) {
    print(`start does not know ${unknown}: it takes --dev, and settings come from the environment (see README)`);
    return USAGE;
  }
  requireNode();
  process.chdir(root);
  await step('Installing the packages', () => installPackages({ dev: dev || !isBuildCurrent(), signal: stop.signal }));
  loadEnvFiles({ dev });
  const { readSettings, serve } = await importTypeScript('scripts/serve.ts');
  const config = await readSettings(process.env);
  if (!dev) await step('Building for production', () => buildApplication({ signal: stop.signal }));
  return serve({ config, dev, root, stop });
}

try {
  process.exit(await start(process.argv.slice(2)));
} catch (error) {
  if (stop.signal.aborted) process.exit(INTERRUPTED);
  print(error instanceof Refusal ? `✗ ${error.message}` : `✗ Switchboard could not start: ${error?.message ?? error}`);
  process.exit(1);
}
