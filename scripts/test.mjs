#!/usr/bin/env node
// `npm test`: works on a fresh clone, so nothing here may need a package before the first step is done.
import { installPackages } from './setup/install.mjs';
import { importTypeScript, root } from './setup/project.mjs';
import { Refusal, requireNode } from './setup/refusal.mjs';
import { duration, print, step } from './setup/step.mjs';
import { stopRequests } from './setup/stop-requests.mjs';

const INTERRUPTED = 130;
const stop = stopRequests();
const started = performance.now();

async function test(args) {
  requireNode();
  process.chdir(root);
  const only = selection(args);
  await step('Installing the packages', () => installPackages({ dev: true, signal: stop.signal }));
  const { runTests } = await importTypeScript('scripts/testing/run.ts');
  const { passed, failed } = await runTests({ only, signal: stop.signal });
  print(`\nDone${duration(started)}`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** `--only unit,mcp` runs these parts; no argument runs everything. */
function selection([option, names, ...rest]) {
  if (option === undefined) return undefined;
  if (option === '--only' && names !== undefined && rest.length === 0) return names.split(',');
  throw new Refusal('npm test takes nothing, or -- --only PART,…');
}

try {
  process.exit(await test(process.argv.slice(2)));
} catch (error) {
  if (stop.signal.aborted) process.exit(INTERRUPTED);
  print(error instanceof Refusal ? `✗ ${error.message}` : `✗ The tests could not run: ${error?.message ?? error}`);
  print('0 passed, 1 failed');
  process.exit(1);
}
