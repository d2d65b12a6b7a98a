import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from '../setup/build.mjs';
import { type CommandOptions, runCommand } from '../setup/command.mjs';
import { print } from '../setup/step.mjs';
import { type Counts, countOf, countTests, readPlaywright, readVitest } from './counts';
import { readMigrations, restoreMigrations } from './migrations';

/** What a step may use. */
export interface Context {
  /** Environment of everything it runs. */
  readonly env: Readonly<Record<string, string>>;
  /** Temporary folder for reports. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** One heading of a test run. */
export interface Step {
  readonly title: string;
  /** The names that `--only` may select; those selected are handed to `run`. */
  readonly parts: readonly string[];
  /** True when it tests the production build. */
  readonly needsBuild?: boolean;
  run(context: Context, parts: readonly string[]): Promise<Counts>;
}

/**
 * Vitest leaves a core to others, and so on two cores runs one file at a time. Files of the core have a database each and mostly wait
 * for it: there are always two of them under way.
 */
const CORE_WORKERS = [`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`];

const STEP_DEADLINE_MS = 20 * 60_000;

/** Everything that is checked, in order. */
export const steps: readonly Step[] = [
  {
    title: 'types',
    parts: ['types'],
    run: (context) =>
      allHold(context, [
        ['next/dist/bin/next', 'typegen'],
        ['typescript/bin/tsc', '--noEmit'],
      ]),
  },
  { title: 'lint', parts: ['lint'], run: (context) => allHold(context, [['@biomejs/biome/bin/biome', 'check', '.']]) },
  { title: 'unused code', parts: ['unused'], run: (context) => allHold(context, [['knip/bin/knip.js']]) },
  { title: 'migrations', parts: ['migrations'], run: checkMigrations },
  { title: 'core', parts: ['unit', 'spec', 'race'], run: (context, parts) => runVitest(context, parts, CORE_WORKERS) },
  { title: 'production build', parts: ['build'], run: build },
  { title: 'server', parts: ['mcp', 'launcher'], needsBuild: true, run: runVitest },
  { title: 'browser', parts: ['browser'], needsBuild: true, run: runPlaywright },
];

/** Runs commands of installed packages one after the other until one fails. */
async function allHold(context: Context, commands: readonly (readonly string[])[]): Promise<Counts> {
  for (const [script = '', ...args] of commands) {
    const code = await runPackage(context, script, args);
    if (code !== 0) return countOf(code);
  }
  return countOf(0);
}

/** The migrations are consistent, and the schema has nothing that they lack. */
async function checkMigrations(context: Context): Promise<Counts> {
  const before = readMigrations();
  let code: number | null = 1;
  let touched: string[] = [];
  try {
    code = await runPackage(context, 'drizzle-kit/bin.cjs', ['check']);
    if (code === 0) code = await runPackage(context, 'drizzle-kit/bin.cjs', ['generate']);
  } finally {
    touched = restoreMigrations(before);
  }
  if (touched.length > 0)
    print(`The schema has changes without a migration (undone: ${touched.join(', ')}): run npm run generate`);
  return countOf(touched.length > 0 ? 1 : code);
}

async function build({ signal }: Context): Promise<Counts> {
  print(await buildApplication({ signal }));
  return countOf(0);
}

async function runVitest(
  context: Context,
  projects: readonly string[],
  options: readonly string[] = [],
): Promise<Counts> {
  const report = join(context.folder, `${projects.join('-')}.json`);
  const selected = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runPackage(context, 'vitest/vitest.mjs', ['run', ...selected, ...options, ...reporters]);
  return countTests(code, () => readVitest(report));
}

async function runPlaywright(context: Context): Promise<Counts> {
  const report = join(context.folder, 'browser.json');
  const env = { ...context.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const code = await runPackage({ ...context, env }, 'playwright/cli.js', ['test', '--reporter=list,json']);
  return countTests(code, () => readPlaywright(report));
}

function runPackage({ env, signal }: Context, script: string, args: readonly string[]): Promise<number | null> {
  const options: CommandOptions = { env, signal, echo: true, timeoutMs: STEP_DEADLINE_MS };
  return runCommand(process.execPath, [join('node_modules', script), ...args], options);
}
