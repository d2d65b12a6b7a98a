#!/usr/bin/env node
// `npm run demo`: shows the whole way of a todo on a running server, from a delivery to its end.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvFiles } from './setup/env-files.mjs';
import { importTypeScript, root } from './setup/project.mjs';
import { requireNode } from './setup/refusal.mjs';

try {
  requireNode();
  if (!existsSync(join(root, 'node_modules', '@octokit', 'webhooks-examples'))) {
    throw new Error('the packages are not installed: run npm start first, in another terminal');
  }
  loadEnvFiles();
  process.env.SWITCHBOARD_DATA_DIR = resolve(root, process.env.SWITCHBOARD_DATA_DIR || '.switchboard');
} catch (error) {
  process.stderr.write(`✗ ${error.message}\n`);
  process.exit(1);
}
await importTypeScript('scripts/demo/main.ts');
