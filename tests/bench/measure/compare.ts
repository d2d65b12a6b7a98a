import type { Bench } from '../bench';
import type { Run } from './drive';
import { median } from './statistics';

/** One side of a comparison. */
export interface Contender {
  readonly name: string;
  /** Brings its backlog to what the load asks for, and its connections and plans into working order. */
  prepare(load: Load): Promise<void>;
  run(jobs: number): Promise<Run>;
  close(): Promise<void>;
}

/** What one side needed for a job, over all rounds. */
export interface Cost {
  readonly name: string;
  readonly jobsPerSecond: number;
  readonly cpuMs: number | undefined;
  readonly walBytes: number;
}

export interface Comparison {
  /** Our rate divided by theirs, by round. */
  readonly ratios: readonly number[];
  readonly ratio: number;
  readonly ours: Cost;
  readonly theirs: Cost;
}

/** What a round begins with, and how much of it is done. */
export interface Load {
  readonly backlog: number;
  readonly jobs: number;
}

/** Measures two contenders in paired rounds, each time in the other order, and closes them. */
export async function compare(
  bench: Bench,
  ours: Contender,
  theirs: Contender,
  load: Load & { readonly rounds?: number },
): Promise<Comparison> {
  const runs = new Map<Contender, Measured[]>([
    [ours, []],
    [theirs, []],
  ]);
  try {
    for (let round = 0; round < (load.rounds ?? bench.options.rounds); round += 1) {
      for (const side of round % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
        bench.signal.throwIfAborted();
        await side.prepare(load);
        runs.get(side)?.push(await measured(bench, side, load.jobs));
      }
    }
  } finally {
    await ours.close();
    await theirs.close();
  }
  const [mine = [], other = []] = [runs.get(ours), runs.get(theirs)];
  const ratios = mine.map((run, round) => rate(run) / rate(other[round] ?? run));
  return { ratios, ratio: median(ratios), ours: costOf(ours, mine), theirs: costOf(theirs, other) };
}

interface Measured extends Run {
  readonly cpuMs: number | undefined;
  readonly walBytes: number;
}

async function measured(bench: Bench, side: Contender, jobs: number): Promise<Measured> {
  const before = await bench.meter.read();
  const run = await side.run(jobs);
  const after = await bench.meter.read();
  const cpuMs = after.cpuMs === undefined || before.cpuMs === undefined ? undefined : after.cpuMs - before.cpuMs;
  return { ...run, cpuMs, walBytes: after.walBytes - before.walBytes };
}

const rate = (run: Run) => run.done / run.seconds;

function costOf(side: Contender, runs: readonly Measured[]): Cost {
  const total = (of: (run: Measured) => number) => runs.reduce((sum, run) => sum + of(run), 0);
  const done = total((run) => run.done);
  const hasCpu = runs.every((run) => run.cpuMs !== undefined);
  return {
    name: side.name,
    jobsPerSecond: median(runs.map(rate)),
    cpuMs: hasCpu ? total((run) => run.cpuMs ?? 0) / done : undefined,
    walBytes: total((run) => run.walBytes) / done,
  };
}
