import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '@/lib/api/openapi';
import { OPERATIONS } from '@/lib/api/operations/all';
import { type ApiBench, apiBench, call } from './api-bench';

const bench: ApiBench = await apiBench();
const require = createRequire(import.meta.url);
const REDOCLY = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** Lints a document with the recommended rules, as if by hand; nothing leaves the machine. */
async function lint(document: unknown): Promise<{ totals: { errors: number; warnings: number }; problems: unknown[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-openapi-'));
  try {
    const [file, config] = [join(folder, 'openapi.json'), join(folder, 'redocly.yaml')];
    await writeFile(file, JSON.stringify(document));
    await writeFile(config, 'extends: [recommended]\ntelemetry: off\n');
    const args = [REDOCLY, 'lint', file, '--config', config, '--format', 'json'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const run = promisify(execFile)(process.execPath, args, { env, cwd: folder });
    const { stdout } = await run.catch((failed: { stdout: string }) => failed);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the OpenAPI description', () => {
  const document = openApiDocument({ baseUrl: 'https://board.example', version: '1' });

  it('lints clean', async () => {
    const { totals, problems } = await lint(document);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('would not lint clean with a fault in it', async () => {
    const broken = structuredClone(document);
    for (const path of Object.values(broken.paths ?? {})) delete path.get?.operationId;
    expect((await lint(broken)).totals.warnings).toBeGreaterThan(0);
  });

  it('is served without a token', async () => {
    const { status, body } = await call(bench, 'GET', '/openapi.json');
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('names every operation once, with its refusals', () => {
    const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [method, path, operation.operationId]),
    );
    expect(described.sort()).toEqual(
      OPERATIONS.map(({ method, path, operationId }) => [method, path, operationId]).sort(),
    );
    expect(Object.keys(document.paths?.['/todos/{id}/retry']?.post?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '404',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(document.paths?.['/todos']?.get?.responses ?? {})).toEqual([
      '200',
      '401',
      '422',
      '429',
      '500',
      '503',
    ]);
  });
});
