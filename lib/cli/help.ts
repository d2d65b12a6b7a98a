import type { Command } from './command';

const CALL = 'npm run switchboard --';

/** Help for one command: what it does, its arguments, and calls to copy. */
export function commandHelp(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([name, { value, help, required }]) => [`--${name} ${value}`, `${help}${required ? ' (required)' : ''}`] as const,
  );
  const flags = Object.entries(command.flags ?? {}).map(([name, help]) => [`--${name}`, help] as const);
  const rows = [...options, ...flags, ['--json', 'Print one JSON document and nothing else'] as const];
  return [
    command.summary,
    `Usage: ${CALL} ${usageLine(command)}`,
    columns(rows),
    `Examples:\n${command.examples.map((example) => `  ${CALL} ${example}`).join('\n')}`,
  ].join('\n\n');
}

/**
 * Help for several commands: a line each, and calls to copy.
 * @param examples the first one of each command by default
 */
export function listHelp(
  title: string,
  commands: readonly Command[],
  examples = commands.flatMap(firstExample),
): string {
  const rows = commands.map(
    ({ name, positionals = [], summary }) => [[name, ...positionals].join(' '), summary] as const,
  );
  return [
    title,
    columns(rows),
    `Examples:\n${examples.map((example) => `  ${CALL} ${example}`).join('\n')}`,
    `More about one: ${CALL} ${commands[0]?.name ?? ''} --help`,
  ].join('\n\n');
}

function firstExample({ examples }: Command): readonly string[] {
  return examples.slice(0, 1);
}

function usageLine({ name, positionals = [], options = {}, flags = {} }: Command): string {
  const given = Object.entries(options).map(([option, { value, required }]) =>
    required ? `--${option} ${value}` : `[--${option} ${value}]`,
  );
  return [name, ...positionals, ...given, ...Object.keys(flags).map((flag) => `[--${flag}]`)].join(' ');
}

const COLUMN_MAX = 34;

/** Two columns; a left side that is too long gets a line of its own. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(COLUMN_MAX, Math.max(...rows.map(([left]) => left.length)));
  const line = ([left, right]: readonly [string, string]) =>
    left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`;
  return rows.map(line).join('\n');
}
