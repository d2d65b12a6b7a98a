import { errorFields, type Log } from './log';

/**
 * Makes the errors that Next writes with their stack lines of the log, like all else on stdout. Messages stay out: they quote
 * what was sent.
 */
export function logFrameworkErrors(log: Log): void {
  if (process.env.NODE_ENV !== 'production') return;
  const { console: sink } = globalThis;
  for (const level of ['error', 'warn'] as const) {
    const write = sink[level].bind(sink);
    sink[level] = (...parts: unknown[]) => {
      const error = parts.find((part) => part instanceof Error);
      if (error === undefined) write(...parts);
      else log[level]({ event: 'framework_error', ...errorFields(error) });
    };
  }
}
