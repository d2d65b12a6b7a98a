'use client';

import { useActionState } from 'react';
import { submitHook } from '../(board)/endpoints/[id]/hooks/actions';
import controls from './controls.module.css';
import { CopyButton } from './copy-button';
import { Status } from './status';

/** Registers a hook, and shows its secret once, in the answer. */
export function HookForm({ endpointId }: { endpointId: string }) {
  const [answer, submit, isPending] = useActionState(submitHook, undefined);
  return (
    <form action={submit} className={controls.form}>
      <input type="hidden" name="id" value={endpointId} />
      <div className={controls.field}>
        <label htmlFor="hook-url">URL</label>
        <input id="hook-url" name="url" type="url" required maxLength={2048} className={controls.input} />
        <span className={controls.hint}>https, at a public address; redirects are refused.</span>
      </div>
      <div className={controls.field}>
        <label htmlFor="hook-queues">Queues</label>
        <input id="hook-queues" name="queues" className={controls.input} aria-describedby="hook-queues-hint" />
        <span id="hook-queues-hint" className={controls.hint}>
          Separated by commas; all if left empty.
        </span>
      </div>
      <div className={controls.row}>
        <button type="submit" disabled={isPending} className={controls.primary}>
          Register
        </button>
      </div>
      {answer?.kind === 'registered' ? (
        <div role="status">
          <p>
            {answer.url} is registered. {answer.note} Copy its secret now; it cannot be shown again.
          </p>
          <p>
            <code data-credential="">{answer.secret}</code> <CopyButton text={answer.secret} label="Copy secret" />
          </p>
        </div>
      ) : (
        <Status answer={answer} />
      )}
    </form>
  );
}
