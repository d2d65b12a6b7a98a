import type { ResultInput } from '../store/result-report';
import type { Given } from './define-tool';
import { parseJsonArgument } from './json-argument';

/**
 * The arguments of complete and fail as the store takes them: the result travels as JSON text.
 * @throws QueueError `invalid` naming `result`
 */
export function toReport(
  verb: 'complete' | 'fail',
  input: Omit<ResultInput, 'resultText'> & { readonly result?: unknown },
  texts: Given['texts'],
): ResultInput {
  const { result: _parsed, ...report } = input;
  return { ...report, resultText: parseJsonArgument(verb, 'result', texts.get('result')) };
}
