import { readFileSync } from 'node:fs';
import { readJsonText } from '../queue/json-text';
import { UsageError } from './failures';

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/**
 * A duration such as `90s`, `15m`, `12h`, `7d` or `2w`.
 * @param option its name, for the error
 * @returns seconds
 * @throws UsageError
 */
export function parseDuration(option: string, text: string): number {
  const [, amount, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text.trim()) ?? [];
  const seconds = Number(amount) * (UNIT_SECONDS[unit] ?? Number.NaN);
  if (seconds > 0) return seconds;
  throw new UsageError(`--${option} must be a duration such as 90s, 15m, 12h, 7d or 2w`);
}

/**
 * A whole number; its bounds are the verb's to check.
 * @throws UsageError
 */
export function parseWhole(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  throw new UsageError(`--${option} must be a whole number`);
}

/**
 * JSON given as text, or as `@file`.
 * @returns the JSON text, every digit of its numbers kept
 * @throws UsageError
 */
export function parseJsonArgument(option: string, argument: string): string {
  const json = readJsonText(argument.startsWith('@') ? readText(option, argument.slice(1)) : argument);
  if (json.problem !== undefined) throw new UsageError(`--${option} ${json.problem}`);
  return json.text;
}

/**
 * A secret given as text, or as `@file`, which keeps it out of the list of processes and of the shell's history.
 * @throws UsageError
 */
export function parseSecret(option: string, argument: string): string {
  return argument.startsWith('@') ? readText(option, argument.slice(1)).trim() : argument;
}

function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    throw new UsageError(`--${option}: ${file} cannot be read (${code})`);
  }
}
