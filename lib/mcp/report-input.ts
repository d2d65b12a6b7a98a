import { toJsonText } from '../queue/json';
import type { ResultInput } from '../store/result-report';

/** The arguments of complete and fail as the store takes them: the result travels as JSON text. */
export function toReport(input: Omit<ResultInput, 'resultText'> & { readonly result?: unknown }): ResultInput {
  const { result, ...report } = input;
  return { ...report, resultText: result === undefined ? undefined : toJsonText(result) };
}
