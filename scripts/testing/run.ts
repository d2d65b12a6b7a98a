import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_VARIABLE, startTestCluster } from '@/tests/support/cluster';
import { removeLeftovers } from '@/tests/support/leftovers';
import { neutralEnvironment } from '@/tests/support/project';
import { isBuildCurrent } from '../setup/build.mjs';
import { Refusal } from '../setup/refusal.mjs';
import { duration, print, step } from '../setup/step.mjs';
import { ensureBrowser } from './browser';
import { add, type Counts, countOf } from './counts';
import { type Context, type Step, steps } from './steps';

export interface TestOptions {
  /** Parts to run; undefined runs all. */
  readonly only: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs the selected steps in order, going on after one that failed, on a throwaway cluster that is gone afterwards.
 * @returns the sum of what passed and failed
 * @throws Refusal when a part is unknown, or there is no browser or PostgreSQL to test with
 */
export async function runTests({ only, signal }: TestOptions): Promise<Counts> {
  assertKnown(only);
  const wanted = select(only);
  if (wanted.some(({ parts }) => parts.includes('browser')))
    await step('Looking for a browser', () => ensureBrowser(signal));
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-reports-'));
  const cluster = await startTestCluster();
  try {
    print('✓ Throwaway PostgreSQL runs');
    const env = { ...neutralEnvironment(), [CLUSTER_VARIABLE]: cluster.url, NEXT_TELEMETRY_DISABLED: '1' };
    let total: Counts = { passed: 0, failed: 0 };
    for (const { one, parts } of wanted) total = add(total, await runStep(one, parts, { env, folder, signal }));
    return total;
  } finally {
    await cluster.stop();
    removeLeftovers();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The steps with a selected part; whatever tests the production build brings the build along. */
function select(only: readonly string[] | undefined): { one: Step; parts: readonly string[] }[] {
  const needsBuild = steps.some((one) => one.needsBuild && one.parts.some((part) => only?.includes(part)));
  const isWanted = (part: string) => only === undefined || only.includes(part) || (needsBuild && part === 'build');
  return steps.map((one) => ({ one, parts: one.parts.filter(isWanted) })).filter(({ parts }) => parts.length > 0);
}

async function runStep(one: Step, parts: readonly string[], context: Context): Promise<Counts> {
  print(`\n── ${one.title}${parts.length > 1 ? ` (${parts.join(', ')})` : ''} ${'─'.repeat(60 - one.title.length)}`);
  const started = performance.now();
  const counts = await attempt(one, parts, context);
  print(
    `${counts.failed === 0 ? '✓' : '✗'} ${one.title}: ${counts.passed} passed, ${counts.failed} failed${duration(started)}`,
  );
  return counts;
}

async function attempt(one: Step, parts: readonly string[], context: Context): Promise<Counts> {
  if (one.needsBuild && !isBuildCurrent()) {
    print('There is no current production build to test');
    return countOf(1);
  }
  try {
    return await one.run(context, parts);
  } catch (error) {
    context.signal.throwIfAborted();
    print(error instanceof Error ? error.message : String(error));
    return countOf(1);
  }
}

function assertKnown(only: readonly string[] | undefined): void {
  const known = steps.flatMap(({ parts }) => parts);
  const unknown = only?.find((part) => !known.includes(part));
  if (unknown !== undefined) throw new Refusal(`--only does not know ${unknown}: it takes ${known.join(', ')}`);
}
