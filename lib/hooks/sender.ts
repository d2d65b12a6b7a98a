import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config';
import type { PoolDb } from '../db/connection';
import { errorFields, type Log } from '../log';
import type { Subscriber } from '../signals/bus';
import { hooksWithDueCalls } from '../store/outbox/hooks-with-due-calls';
import { noteCallFailed, noteCallSent, returnCalls } from '../store/outbox/note-call';
import { type DueCall, takeCalls } from '../store/outbox/take-calls';
import { type Caller, sendCall } from './send-call';

/** What became of one try of one call. */
export type CallResult = 'sent' | 'failed' | 'given_up';

interface Needs {
  readonly db: PoolDb;
  readonly log: Log;
  readonly config: Pick<Config, 'encryptionKey' | 'notifyHookAllowCidrs'>;
  readonly onCall: (event: DueCall['event'], result: CallResult) => void;
  /** How names are resolved; the system's DNS servers by default. */
  readonly names?: Caller['names'];
}

const SWEEP_MS = 1_000;
const COALESCE_MS = 50;
const TIMEOUT_MS = 5_000;
/** Longer than a call can last, its bookkeeping included. */
const TAKEN_SECONDS = 15;
const HOOKS_AT_ONCE = 64;
const CALLS_AT_ONCE_PER_HOOK = 4;
/** Pauses before the second and the third try, each a quarter shorter or longer by chance. */
const RETRY_SECONDS = [2, 15];

/**
 * Makes the calls of the outbox, on any number of instances at once. Each hook has a lane of its own, so that a receiver that never
 * answers holds up nobody else; a call is due again when its sender dies.
 */
export class HookSender {
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #caller: Caller;
  #wake = () => {};
  #woken = false;

  constructor(private readonly needs: Needs) {
    this.#caller = {
      names: needs.names ?? new Resolver({ timeout: 2_000, tries: 2 }),
      allowedRanges: needs.config.notifyHookAllowCidrs,
      encryptionKey: needs.config.encryptionKey,
      timeoutMs: TIMEOUT_MS,
    };
  }

  /** Looks at the outbox at once after a commit that may have written to it; what other processes write is found by the sweep. */
  readonly subscriber: Subscriber = (event) => {
    if (!event.ready && !event.deadLetter) return;
    this.#woken = true;
    this.#wake();
  };

  /** Sends until the signal aborts; settles when the last call has been made or given back. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#woken = false;
      try {
        await this.#openLanes(signal);
      } catch (error) {
        this.needs.log.error({ event: 'hooks_failed', ...errorFields(error) });
      }
      await this.#pause(signal);
    }
    await Promise.allSettled(this.#lanes.values());
  }

  async #openLanes(signal: AbortSignal): Promise<void> {
    const free = HOOKS_AT_ONCE - this.#lanes.size;
    if (free <= 0) return;
    for (const hookId of await hooksWithDueCalls(this.needs.db, [...this.#lanes.keys()], free)) {
      const lane = this.#drain(hookId, signal)
        .catch((error) => this.needs.log.error({ event: 'hook_failed', hook_id: hookId, ...errorFields(error) }))
        .finally(() => this.#lanes.delete(hookId));
      this.#lanes.set(hookId, lane);
    }
  }

  async #drain(hookId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const calls = await takeCalls(this.needs.db, hookId, CALLS_AT_ONCE_PER_HOOK, TAKEN_SECONDS);
      if (calls.length === 0) return;
      await Promise.all(calls.map((call) => this.#send(call, signal)));
    }
  }

  async #send(call: DueCall, signal: AbortSignal): Promise<void> {
    const { db, log, onCall } = this.needs;
    const failure = await sendCall(call, this.#caller, signal);
    if (failure === undefined) {
      await noteCallSent(db, call);
      return onCall(call.event, 'sent');
    }
    if (signal.aborted) return await returnCalls(db, [call.id]);
    const retryInSeconds = withJitter(RETRY_SECONDS[call.tries]);
    const disabled = await noteCallFailed(db, call, failure, retryInSeconds);
    onCall(call.event, retryInSeconds === undefined ? 'given_up' : 'failed');
    if (disabled) log.warn({ event: 'hook_disabled', hook_id: call.hookId });
  }

  /** Until there may be something to send; a burst of commits is one look. */
  async #pause(signal: AbortSignal): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (!this.#woken) await Promise.race([woken, sleep(SWEEP_MS, undefined, { signal, ref: false }).catch(() => {})]);
    await sleep(COALESCE_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

function withJitter(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * (0.75 + Math.random() / 2);
}
