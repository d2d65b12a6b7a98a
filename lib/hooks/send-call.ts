import { Webhook } from 'standardwebhooks';
import type { DueCall } from '../store/outbox/take-calls';
import { openSecret } from '../store/sealed-secret';
import { post } from './post';
import { addressesOf, type Reach, Unreachable } from './reach';

/** What making calls takes. */
export interface Caller extends Reach {
  readonly encryptionKey: Buffer | undefined;
  /** Milliseconds that one call may take in all: names, connection, answer. */
  readonly timeoutMs: number;
}

/**
 * Makes one call, signed as Standard Webhooks says; its id is the same at every try.
 * @param signal gives the call up from outside
 * @returns undefined when it was taken, else why not in one sentence that holds nothing the receiver wrote
 */
export async function sendCall(call: DueCall, caller: Caller, signal: AbortSignal): Promise<string | undefined> {
  const secret = caller.encryptionKey && openSecret(caller.encryptionKey, call.hookId, call.sealedSecret);
  if (secret === undefined)
    return 'its secret cannot be read: SWITCHBOARD_ENCRYPTION_KEY is not the one that it was made with';
  // A timer of our own: of a signal that only another one refers to, Node may forget the timeout.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('no answer in time', 'TimeoutError')), caller.timeoutMs);
  const deadline = AbortSignal.any([signal, late.signal]);
  try {
    const url = new URL(call.url);
    const addresses = await orAborted(addressesOf(url, caller), deadline);
    const status = await post({ url, addresses, headers: headersOf(call, secret), body: call.body, signal: deadline });
    return refusalOf(status);
  } catch (error) {
    return failureOf(error, caller.timeoutMs);
  } finally {
    clearTimeout(timer);
  }
}

function headersOf(call: DueCall, secret: string): Record<string, string> {
  const id = `msg_${call.id}`;
  const at = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'Switchboard',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, call.body),
  };
}

function refusalOf(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `it answered ${status}, and redirects are refused`;
  return `it answered ${status}`;
}

function failureOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Unreachable) return error.message;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return `no answer within ${timeoutMs / 1000} seconds`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
  return `the connection failed (${code})`;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
  });
}
