import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from './command.mjs';
import { root } from './project.mjs';

/**
 * Installs the packages of the lock file unless they are there already.
 * @param options.dev true when the packages for building and testing are needed too
 * @param options.folder where the lock file is; the project by default
 * @returns what was done, in words
 */
export async function installPackages({ dev, signal, folder = root }) {
  if (arePackagesCurrent({ dev, folder })) return 'Packages are installed';
  const [file, args] = npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  await mustRun('npm ci', file, args, { signal, cwd: folder });
  return 'Installed the packages';
}

/** Whether node_modules holds what the lock file says, by the record that npm itself keeps there. */
export function arePackagesCurrent({ dev, folder = root }) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional, devOptional, dev: isDev }]) => {
    const needed = path !== '' && !optional && (dev || !(isDev || devOptional));
    return !needed || present[path]?.version === version;
  });
}

/** Whether this is the npm that started us, or the one on PATH. */
function npmCommand(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
