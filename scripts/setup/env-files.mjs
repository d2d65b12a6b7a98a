import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './project.mjs';
import { print } from './step.mjs';

/**
 * Reads `.env` files into the environment, the same ones in the same order as Next.js, by its own loader, so that
 * launcher, CLI and server see one configuration. What the environment sets already wins.
 */
export function loadEnvFiles({ dev = false, say = print } = {}) {
  const next = createRequire(join(root, 'package.json')).resolve('next/package.json');
  const { loadEnvConfig } = createRequire(next)('@next/env');
  loadEnvConfig(root, dev, { info: () => {}, error: (...words) => say(words.join(' ')) });
}
