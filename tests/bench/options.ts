import { Refusal } from '../../scripts/setup/refusal.mjs';

/** How much is measured. */
export interface BenchOptions {
  /** Goals to measure; undefined measures all. */
  readonly only: readonly string[] | undefined;
  /** Paired rounds of a comparison. */
  readonly rounds: number;
  /** Jobs of one side in one round, at most. */
  readonly jobs: number;
  /** Rows of a large table. */
  readonly rows: number;
  /** File for the JSON. */
  readonly out: string;
}

const DEFAULTS: BenchOptions = {
  only: undefined,
  rounds: 5,
  jobs: 1_000,
  rows: 1_000_000,
  out: 'tests/bench/results/bench.json',
};

const NUMBERS = { '--rounds': 'rounds', '--jobs': 'jobs', '--rows': 'rows' } as const;

/**
 * Reads the words after `npm run bench --`.
 * @throws Refusal naming the word that is not understood
 */
export function parseOptions(words: readonly string[]): BenchOptions {
  const options = { ...DEFAULTS };
  for (let index = 0; index < words.length; index += 2) {
    const [name = '', value] = words.slice(index, index + 2);
    if (value === undefined) throw new Refusal(`${name} needs a value`);
    if (name === '--only') options.only = value.split(',');
    else if (name === '--out') options.out = value;
    else if (isNumeric(name)) options[NUMBERS[name]] = parseCount(name, value);
    else
      throw new Refusal(`npm run bench takes --only G1,…, --rounds N, --jobs N, --rows N and --out FILE, not ${name}`);
  }
  return options;
}

function isNumeric(name: string): name is keyof typeof NUMBERS {
  return name in NUMBERS;
}

function parseCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Refusal(`${name} takes a whole number, not ${text}`);
  return count;
}
