#!/usr/bin/env node
// The operator CLI, from any folder: only the exit code, signals and output of lib/cli/main.ts are seen.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvFiles } from './setup/env-files.mjs';
import { importTypeScript, root } from './setup/project.mjs';
import { requireNode } from './setup/refusal.mjs';

try {
  requireNode();
  if (!existsSync(join(root, 'node_modules', 'tsx'))) {
    throw new Error(`the packages are not installed: run npm ci in ${root}`);
  }
  loadEnvFiles({ say: (line) => process.stderr.write(`${line}\n`) });
  process.env.SWITCHBOARD_DATA_DIR = resolve(root, process.env.SWITCHBOARD_DATA_DIR || '.switchboard');
} catch (error) {
  process.stderr.write(`switchboard: ${error.message}\n`);
  process.exit(1);
}
await importTypeScript('lib/cli/main.ts');
