import pino, { type Logger } from 'pino';

/**
 * Makes the process's logger: JSON lines on stdout. What is logged is ids, codes and counts; tokens, summaries,
 * artifacts and payloads are never passed to it (SPEC-0034 REQ-19).
 * @param level one of pino's level names, or `silent`
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

export type Log = Logger;

/**
 * What a log line may say of an unexpected error: its kind, code and place. Messages and details of the database can quote
 * the row, summaries included, so they stay out (SPEC-0034 REQ-19).
 */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error_name: typeof error };
  const root = error.cause instanceof Error ? error.cause : error;
  const { code, constraint_name: constraint } = root as Error & { code?: unknown; constraint_name?: unknown };
  return { error_name: root.name, error_code: code, constraint, stack: framesOf(root) };
}

function framesOf(error: Error): string[] {
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}
