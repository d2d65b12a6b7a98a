import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { locateBinaries, type Places } from '@/lib/db/embedded/binaries';

let folder: string;
let places: Places;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-binaries-'));
  places = { packageFolder: join(folder, 'package'), path: join(folder, 'path'), debianFolder: join(folder, 'debian') };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('PostgreSQL binaries are taken', () => {
  test('from the npm package before PATH before Debian', async () => {
    binaries('package/native/bin', 17);
    binaries('path', 16);
    binaries('debian/15/bin', 15);
    expect(await locate()).toEqual({ dir: join(folder, 'package/native/bin'), major: 17 });
    rmSync(join(folder, 'package'), { recursive: true });
    expect(await locate()).toMatchObject({ major: 16 });
    rmSync(join(folder, 'path'), { recursive: true });
    expect(await locate()).toMatchObject({ major: 15 });
  });

  test("from the newest of Debian's folders", async () => {
    for (const major of [9, 15, 16]) binaries(`debian/${major}/bin`, major);
    expect(await locate()).toMatchObject({ major: 16 });
  });

  test('of the major version that made the cluster, wherever they lie', async () => {
    binaries('package/native/bin', 17);
    binaries('debian/15/bin', 15);
    expect(await locate(15)).toEqual({ dir: join(folder, 'debian/15/bin'), major: 15 });
  });

  test('only where they run', async () => {
    binaries('package/native/bin', 17, 'exit 127');
    binaries('path', 16);
    expect(await locate()).toMatchObject({ major: 16 });
  });
});

describe('one clear line is said', () => {
  test('when there are none', async () => {
    await expect(locate()).rejects.toThrow(
      /^No PostgreSQL binaries run on this machine .*install PostgreSQL, or set DATABASE_URL$/,
    );
  });

  test('when none fits the cluster', async () => {
    binaries('package/native/bin', 17);
    binaries('path', 16);
    await expect(locate(15)).rejects.toThrow(/was made by PostgreSQL 15, but only 17 and 16 was found.*DATABASE_URL$/);
  });
});

test("library links that a blocked postinstall left out are made by the package's own script", async () => {
  binaries('package/native/bin', 17);
  mkdirSync(join(folder, 'package/scripts'));
  writeFileSync(
    join(folder, 'package/native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/x.so.1', target: 'native/x.so' }]),
  );
  writeFileSync(join(folder, 'package/native/x.so.1'), '');
  writeFileSync(
    join(folder, 'package/scripts/hydrate-symlinks.js'),
    "require('fs').symlinkSync('x.so.1', 'native/x.so');",
  );
  await locate();
  expect(existsSync(join(folder, 'package/native/x.so'))).toBe(true);
});

function locate(major?: number) {
  const given = existsSync(join(folder, 'package')) ? places : { ...places, packageFolder: undefined };
  return locateBinaries({ home: folder, user: undefined, major }, given);
}

/** Programs that say the version PostgreSQL's would say, or do what `script` says. */
function binaries(dir: string, major: number, script = `echo "initdb (PostgreSQL) ${major}.3"`): void {
  mkdirSync(join(folder, dir), { recursive: true });
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    const file = join(folder, dir, name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
}
