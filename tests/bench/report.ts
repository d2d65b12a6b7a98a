import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, resolve } from 'node:path';
import { type Figure, type Verdict, verdictOn } from './bench';
import type { Comparison, Cost } from './measure/compare';
import type { BenchOptions } from './options';

const MARKS: Record<Verdict, string> = {
  met: '✓ met',
  missed: '✗ missed',
  waits: '… waits',
  'not available': '– not available',
  'no goal': '',
};

/** The figures as a table: goal, figure, value, target, verdict, and what to read the value by. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.goal,
    figure.what,
    shownValue(figure),
    shownTarget(figure),
    MARKS[verdictOn(figure)] + (verdictOn(figure) === 'waits' ? ` for ${figure.waitsFor}` : ''),
    figure.beside,
  ]);
  const all = [['goal', 'figure', 'value', 'target', 'verdict', 'beside'], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
}

/** Both sides' rate, server CPU and WAL, as one line to set beside a ratio. */
export function besides({ ours, theirs }: Comparison): string {
  return `${costLine(ours)} | ${costLine(theirs)}`;
}

/** Writes everything that was measured, with the machine and the options. */
export function writeJson(figures: readonly Figure[], options: BenchOptions, seconds: number): string {
  const file = resolve(options.out);
  mkdirSync(dirname(file), { recursive: true });
  const report = {
    at: new Date().toISOString(),
    seconds: Math.round(seconds),
    node: process.version,
    cpus: cpus().length,
    options,
    figures: figures.map((figure) => ({ ...figure, verdict: verdictOn(figure) })),
  };
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  return file;
}

function costLine({ name, jobsPerSecond, cpuMs, walBytes }: Cost): string {
  const cpu = cpuMs === undefined ? '' : ` ${cpuMs.toFixed(2)} ms`;
  return `${name} ${Math.round(jobsPerSecond)}/s${cpu} ${Math.round(walBytes)} B`;
}

function shownValue({ value, unit }: Figure): string {
  if (value === undefined) return '–';
  if (unit === '×') return `${value.toFixed(2)}×`;
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}

function shownTarget({ target, unit }: Figure): string {
  if (target === undefined) return '';
  return 'atLeast' in target ? `≥ ${target.atLeast} ${unit}` : `≤ ${target.atMost} ${unit}`;
}
