import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** How many checks of a step held, and how many did not. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
});

/** What a check without tests of its own counts: one. */
export function countOf(exitCode: number | null): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The counts in Vitest's JSON report. */
export function readVitest(file: string): Counts {
  const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** The counts in Playwright's JSON report. */
export function readPlaywright(file: string): Counts {
  const { stats } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

/**
 * The counts of a test runner that ended with a code. A run that broke before it could report, or that failed although
 * every test passed (an error outside the tests, no test at all), counts one failure.
 */
export function countTests(exitCode: number | null, read: () => Counts): Counts {
  let counts: Counts = { passed: 0, failed: 0 };
  try {
    counts = read();
  } catch {
    // It left no report: its exit code decides.
  }
  const tests = counts.passed + counts.failed;
  const broken = counts.failed === 0 && (exitCode !== 0 || tests === 0);
  return broken ? { ...counts, failed: 1 } : counts;
}

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}
