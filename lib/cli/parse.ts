import { parseArgs } from 'node:util';
import { Arguments, type Command } from './command';
import { UsageError } from './failures';

/** A command line that asks for help, or for one call of a command. */
export interface Call {
  readonly help: boolean;
  readonly json: boolean;
  readonly args: Arguments;
}

/**
 * Reads the words after a command's name.
 * @throws UsageError naming the argument that is unknown, missing or given twice
 */
export function parseCall(command: Command, words: readonly string[]): Call {
  const { values, positionals } = readWords(command, words);
  const { help, json, ...given } = values;
  const texts = Object.entries(given).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
  const flags = Object.entries(given).flatMap(([name, value]) => (value === true ? [name] : []));
  const call = {
    help: help === true,
    json: json === true,
    args: new Arguments(positionals, new Map(texts), new Set(flags)),
  };
  if (!call.help) assertComplete(command, positionals, new Map(texts));
  return call;
}

interface Words {
  readonly values: Readonly<Record<string, string[] | boolean | undefined>>;
  readonly positionals: readonly string[];
}

function readWords(command: Command, words: readonly string[]): Words {
  const texts = Object.keys(command.options ?? {}).map((name) => [name, { type: 'string', multiple: true }] as const);
  const flags = [...Object.keys(command.flags ?? {}), 'json'].map((name) => [name, { type: 'boolean' }] as const);
  const options = { ...Object.fromEntries([...texts, ...flags]), help: { type: 'boolean', short: 'h' } as const };
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true }) as Words;
  } catch (error) {
    throw new UsageError(explain(command, error));
  }
}

function explain(command: Command, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const unknown = /^Unknown option '(\S+)'/.exec(message)?.[1];
  if (unknown !== undefined) return `${command.name} does not know ${unknown}`;
  return `${command.name}: ${message.split('\n', 1).join('').replace(/\.$/, '')}`;
}

function assertComplete(
  command: Command,
  positionals: readonly string[],
  options: ReadonlyMap<string, string[]>,
): void {
  const ids = command.positionals ?? [];
  const missing = [
    ...ids.slice(positionals.length),
    ...Object.entries(command.options ?? {}).flatMap(([name, { required }]) =>
      required && !options.has(name) ? [`--${name}`] : [],
    ),
  ];
  if (missing.length > 0) throw new UsageError(`${command.name} needs ${missing.join(' and ')}`);
  const extra = positionals[ids.length];
  if (extra !== undefined) throw new UsageError(`${command.name} has no place for "${extra}"`);
  for (const [name, values] of options) {
    if (values.length > 1 && !command.options?.[name]?.list)
      throw new UsageError(`${command.name} takes --${name} once`);
    if (values.every((value) => value.trim() === '')) throw new UsageError(`${command.name}: --${name} is empty`);
  }
}
