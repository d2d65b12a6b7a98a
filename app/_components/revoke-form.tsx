'use client';

import { useActionState, useEffect, useRef } from 'react';
import { submitRevoke } from '../(board)/endpoints/actions';
import controls from './controls.module.css';
import { Status } from './status';

/** The button behind the question. */
export function RevokeForm({ id, isOpen }: { id: string; isOpen: boolean }) {
  const [answer, submit, isPending] = useActionState(submitRevoke, undefined);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (answer) status.current?.focus();
  }, [answer]);

  return (
    <div>
      {isOpen && (
        <form action={submit}>
          <input type="hidden" name="id" value={id} />
          <button type="submit" disabled={isPending} className={controls.danger}>
            Revoke
          </button>
        </form>
      )}
      <Status ref={status} answer={answer} />
    </div>
  );
}
