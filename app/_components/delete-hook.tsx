'use client';

import { useActionState } from 'react';
import { submitDeleteHook } from '../(board)/endpoints/[id]/hooks/actions';
import controls from './controls.module.css';
import { Status } from './status';

interface DeleteHookProps {
  readonly endpointId: string;
  readonly hookId: string;
  readonly url: string;
}

/** Ends one hook; calls that were still to be made are not made. */
export function DeleteHook({ endpointId, hookId, url }: DeleteHookProps) {
  const [answer, submit, isPending] = useActionState(submitDeleteHook, undefined);
  return (
    <form action={submit} className={controls.row}>
      <input type="hidden" name="id" value={endpointId} />
      <input type="hidden" name="hook" value={hookId} />
      <button type="submit" disabled={isPending} className={controls.danger} aria-label={`Delete the hook to ${url}`}>
        Delete
      </button>
      <Status answer={answer} />
    </form>
  );
}
