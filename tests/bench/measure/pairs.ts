import type { Bench } from '../bench';
import { median } from './statistics';

export interface Pairs {
  /** The median over the rounds of one side's value divided by the other's. */
  readonly ratio: number;
  readonly ratios: readonly number[];
  readonly ours: number;
  readonly theirs: number;
}

/** Measures two values in paired rounds, each time in the other order. */
export async function pairs(bench: Bench, ours: () => Promise<number>, theirs: () => Promise<number>): Promise<Pairs> {
  const values: [number, number][] = [];
  for (let round = 0; round < bench.options.rounds; round += 1) {
    bench.signal.throwIfAborted();
    if (round % 2 === 0) values.push([await ours(), await theirs()]);
    else {
      const other = await theirs();
      values.push([await ours(), other]);
    }
  }
  const ratios = values.map(([mine, other]) => mine / other);
  return {
    ratio: median(ratios),
    ratios,
    ours: median(values.map(([mine]) => mine)),
    theirs: median(values.map(([, other]) => other)),
  };
}

/** Both sides' milliseconds, as text to set beside a ratio. */
export function besidePairs({ ours, theirs }: Pairs): string {
  return `p50 ${ours.toFixed(2)} ms | ${theirs.toFixed(2)} ms`;
}
