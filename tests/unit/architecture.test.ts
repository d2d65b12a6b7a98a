import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Most specific module first. `may` and `mustNot` are prefixes of project paths or package names. */
const RULES: { module: string; may: string[]; mustNot?: string[] }[] = [
  { module: 'lib/queue', may: ['lib/queue', 'node:crypto'] },
  { module: 'lib/http', may: ['lib/http', 'node:'] },
  { module: 'lib/db', may: ['lib/db', 'lib/queue', 'drizzle-orm', 'postgres', 'zod', 'node:'] },
  {
    module: 'lib/store/board',
    may: ['lib/store', 'lib/queue', 'lib/db', 'uuid', 'postgres', 'node:crypto'],
    mustNot: ['lib/store/sweeps'],
  },
  {
    module: 'lib/store',
    may: ['lib/store', 'lib/queue', 'lib/db', 'uuid', 'postgres', 'node:crypto'],
    mustNot: ['lib/store/board'],
  },
  { module: 'lib/signals', may: ['lib/signals', 'lib/queue', 'lib/db', 'prom-client', 'postgres', 'node:'] },
  {
    module: 'lib/workers',
    may: [
      'lib/workers',
      'lib/store/sweeps',
      'lib/store/outbox',
      'lib/signals',
      'lib/queue',
      'lib/db/connection',
      'node:',
    ],
  },
  {
    module: 'lib/hooks',
    may: [
      'lib/hooks',
      'lib/queue',
      'lib/signals/bus',
      'lib/store/notify-hooks',
      'lib/store/outbox',
      'lib/store/sealed-secret',
      'lib/db/connection',
      'standardwebhooks',
      'ipaddr.js',
      'uuid',
      'node:',
    ],
  },
  {
    module: 'lib/auth',
    may: [
      'lib/auth',
      'lib/queue',
      'lib/store',
      'lib/db/connection',
      'next-auth',
      'next/',
      'rate-limiter-flexible',
      'zod',
      'node:',
    ],
    mustNot: ['lib/store/board/', 'lib/store/sweeps'],
  },
  {
    module: 'lib/mcp',
    may: [
      'lib/mcp',
      'lib/http',
      'lib/queue',
      'lib/store',
      'lib/auth',
      'lib/signals/doorbell',
      'lib/db/connection',
      '@modelcontextprotocol/sdk',
      'zod',
      'node:',
    ],
    mustNot: ['lib/store/board/', 'lib/store/sweeps', 'lib/auth/session'],
  },
  {
    module: 'lib/ingest',
    may: [
      'lib/ingest',
      'lib/http',
      'lib/queue',
      'lib/store',
      'lib/db/connection',
      'lib/db/transaction',
      'zod',
      '@octokit/webhooks-methods',
      'standardwebhooks',
      'node:',
    ],
    mustNot: ['lib/store/board/', 'lib/store/sweeps'],
  },
  {
    module: 'lib/api',
    may: [
      'lib/api',
      'lib/http',
      'lib/queue',
      'lib/store',
      'lib/hooks/register-hook',
      'lib/auth',
      'lib/db/connection',
      'zod',
      '@asteasolutions/zod-to-openapi',
      'node:',
    ],
    mustNot: ['lib/store/sweeps', 'lib/auth/session'],
  },
  {
    module: 'lib/board',
    may: [
      'lib/board',
      'lib/queue',
      'lib/store',
      'lib/hooks/register-hook',
      'lib/auth',
      'lib/signals/board-feed',
      'lib/signals/change-notifier',
      'lib/db/connection',
      'zod',
      'node:',
    ],
    mustNot: ['lib/store/sweeps'],
  },
  {
    module: 'lib/cli',
    may: ['lib/', 'package.json', 'zod', 'postgres', 'node:'],
    mustNot: ['lib/mcp', 'lib/board', 'lib/runtime'],
  },
];

const EVERYWHERE = ['lib/config', 'lib/log'];

/** Folders that only some modules may reach into. */
const PRIVATE: Record<string, string[]> = {
  'lib/store/board/': ['lib/store/board', 'lib/board', 'lib/api', 'lib/cli', 'lib/runtime'],
  'lib/store/operator/': ['lib/store/operator', 'lib/cli'],
  'lib/store/sweeps/': ['lib/store/sweeps', 'lib/workers', 'lib/cli', 'lib/runtime', 'lib/boot', 'lib/scrape'],
};

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return specifiers.map((specifier) => {
    if (specifier.startsWith('@/')) return specifier.slice(2);
    if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(file), specifier));
    return specifier;
  });
}

const startsWithAny = (text: string, prefixes: readonly string[]) =>
  prefixes.some((prefix) => text === prefix || text.startsWith(prefix));

describe('import rules', () => {
  const files = sourceFiles('lib').map((file) => ({
    file,
    rule: RULES.find((rule) => file.startsWith(`${rule.module}/`)),
  }));

  it.each(RULES.map((rule) => rule.module))('%s keeps to its neighbours', (module) => {
    const offences = files
      .filter(({ rule }) => rule?.module === module)
      .flatMap(({ file, rule }) => {
        const may = [...(rule?.may ?? []), ...(module === 'lib/queue' ? [] : EVERYWHERE)];
        return importsOf(file)
          .filter((target) => !startsWithAny(target, may) || startsWithAny(target, rule?.mustNot ?? []))
          .map((target) => `${file} imports ${target}`);
      });
    expect(offences).toEqual([]);
  });

  it.each(Object.entries(PRIVATE))('%s is reached only by those who may', (folder, allowed) => {
    const offences = [...sourceFiles('lib'), ...sourceFiles('app')]
      .filter((file) => !startsWithAny(file, allowed))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith(folder))
          .map((target) => `${file} imports ${target}`),
      );
    expect(offences).toEqual([]);
  });

  it('app holds no SQL and reaches no database', () => {
    const offences = sourceFiles('app').flatMap((file) =>
      importsOf(file)
        .filter((target) => startsWithAny(target, ['lib/db', 'lib/store', 'drizzle-orm', 'postgres']))
        .map((target) => `${file} imports ${target}`),
    );
    expect(offences).toEqual([]);
  });

  it('the environment is read in one place', () => {
    const readers = [
      ...sourceFiles('lib/queue'),
      ...sourceFiles('lib/store'),
      ...sourceFiles('lib/signals'),
      ...sourceFiles('lib/workers'),
      ...sourceFiles('lib/mcp'),
    ];
    expect(readers.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('process.env'))).toEqual([]);
  });
});
