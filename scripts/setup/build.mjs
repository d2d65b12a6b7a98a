import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from './command.mjs';
import { root } from './project.mjs';

const SOURCES = [
  ...['app', 'lib', 'drizzle', 'public', 'instrumentation.ts', 'proxy.ts', 'next.config.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];
const MARKER = join(root, '.next', 'switchboard-build');

/** Makes the production build unless there is one of exactly this source. Returns what was done, in words. */
export async function buildApplication({ signal }) {
  const source = sourceHash();
  if (isBuildCurrent(source)) return 'Production build is current';
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await mustRun('next build', process.execPath, [nextBinary(), 'build'], { signal, env });
  writeFileSync(MARKER, source);
  return 'Built for production';
}

/** Whether there is a finished build of the source as it is now. */
export function isBuildCurrent(source = sourceHash()) {
  if (!existsSync(join(root, '.next', 'BUILD_ID')) || !existsSync(MARKER)) return false;
  return readFileSync(MARKER, 'utf8') === source;
}

function nextBinary() {
  return join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
}

/** A hash over names and contents of everything that a build is made of. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesUnder))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function filesUnder(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
