import type { ServerMeter } from './measure/server-meter';
import type { BenchOptions } from './options';

/** What every goal is given. */
export interface Bench {
  /** The superuser's URL of the bench's own cluster. */
  readonly clusterUrl: string;
  readonly meter: ServerMeter;
  readonly options: BenchOptions;
  readonly signal: AbortSignal;
}

/** A measurement, and the goals whose figures it gives. */
export interface Goal {
  readonly ids: readonly string[];
  readonly title: string;
  /** Whether it measures the production build. */
  readonly needsBuild?: boolean;
  /** Whether it needs the peers' packages. */
  readonly needsPeers?: boolean;
  run(bench: Bench): Promise<Figure[]>;
}

/** One measured figure of a goal. */
export interface Figure {
  readonly goal: string;
  readonly what: string;
  /** undefined when this machine cannot measure it; `beside` says why. */
  readonly value: number | undefined;
  readonly unit: '×' | '%' | '% of a core' | 'B' | 'KiB' | 'ms' | '/s' | 'buffers';
  /** Undefined for a figure that no goal is set for. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
  /** The later step that the target counts on. */
  readonly waitsFor?: string;
  /** What to read the figure by: rates, costs. */
  readonly beside: string;
  /** Single rounds and raw figures, for the JSON alone. */
  readonly data?: unknown;
}

export type Verdict = 'met' | 'missed' | 'waits' | 'not available' | 'no goal';

/** Whether a figure reaches its target. One that counts on a later step waits for it rather than misses. */
export function verdictOn({ value, target, waitsFor }: Figure): Verdict {
  if (value === undefined) return 'not available';
  if (target === undefined) return 'no goal';
  const met = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
  if (met) return 'met';
  return waitsFor === undefined ? 'missed' : 'waits';
}
