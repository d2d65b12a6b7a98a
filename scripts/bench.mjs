#!/usr/bin/env node
// `npm run bench`: measures the goals of PERFORMANCE.md on a PostgreSQL of its own that is gone afterwards.
import { installPackages } from './setup/install.mjs';
import { importTypeScript, root } from './setup/project.mjs';
import { Refusal, requireNode } from './setup/refusal.mjs';
import { print, step } from './setup/step.mjs';
import { stopRequests } from './setup/stop-requests.mjs';

const INTERRUPTED = 130;
const stop = stopRequests();

async function bench(args) {
  requireNode();
  process.chdir(root);
  await step('Installing the packages', () => installPackages({ dev: true, signal: stop.signal }));
  const { runBench } = await importTypeScript('tests/bench/main.ts');
  await runBench(args, stop.signal);
}

try {
  await bench(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  if (stop.signal.aborted) process.exit(INTERRUPTED);
  print(error instanceof Refusal ? `✗ ${error.message}` : `✗ The bench could not run: ${error?.stack ?? error}`);
  process.exit(1);
}
