import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/**
 * Makes the process's logger: JSON lines on stdout. What is logged is ids, codes and counts; tokens, summaries,
 * artifacts and payloads are never passed to it (SPEC-0034 REQ-19).
 * @param level one of pino's level names, or `silent`
 * @param destination stdout by default
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { logMethod: tellOutagesSeldom() },
  };
  return destination ? pino(options, destination) : pino(options);
}

const OUTAGE_EVERY_MS = 60_000;
const OUTAGE_KINDS_MAX = 1_000;
/** Ours for a database that does not answer, the network's codes, and SQLSTATE's for one that is going down, full, read-only or too slow. */
const OUTAGE = /^(unavailable|CONNECTION_\w+|CONNECT_TIMEOUT|E[A-Z]+|08...|25006|53...|57...)$/;

/**
 * While the database is away everything that needs it fails, most of it every few seconds. Each kind of line about that is written
 * at once and then at most once a minute, with how often it came meanwhile.
 */
function tellOutagesSeldom(): LogMethod {
  const kinds = new Map<string, { since: number; repeated: number }>();
  return function (args, method) {
    const [fields] = args as unknown as [unknown];
    const {
      event,
      duty,
      verb,
      code,
      error_code: fault,
    } = (typeof fields === 'object' && fields ? fields : {}) as Fields;
    if (typeof fault !== 'string' || !OUTAGE.test(fault)) return method.apply(this, args);
    const key = [event, duty, verb, code, fault].join(' ');
    const kind = kinds.get(key);
    if (kind && performance.now() - kind.since < OUTAGE_EVERY_MS) {
      kind.repeated += 1;
      return;
    }
    if (kinds.size >= OUTAGE_KINDS_MAX) kinds.clear();
    kinds.set(key, { since: performance.now(), repeated: 0 });
    if (kind?.repeated) Object.assign(fields as object, { repeated: kind.repeated });
    method.apply(this, args);
  };
}

type Fields = Record<string, unknown>;
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

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
