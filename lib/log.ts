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
