'use client';

import { useActionState, useEffect, useRef } from 'react';
import type { ActName } from '@/lib/board/acts';
import { submitAct } from '../(board)/todos/actions';
import controls from './controls.module.css';
import { Status } from './status';

const LABELS: Readonly<Record<ActName, string>> = {
  claim: 'Claim',
  complete: 'Complete',
  extend: 'Extend by 1 h',
  release: 'Release',
  fail: 'Fail',
  retry: 'Retry',
};

interface TodoActsProps {
  readonly id: string;
  readonly attemptsSeen: number;
  readonly acts: readonly ActName[];
  /** The reader holds the todo: what they did can be told to whoever comes next. */
  readonly isMine: boolean;
}

/** What a human may do with the todo as it stands, and what came of the last act. Works without script as well. */
export function TodoActs({ id, attemptsSeen, acts, isMine }: TodoActsProps) {
  const [answer, submit, isPending] = useActionState(submitAct, undefined);
  const status = useRef<HTMLParagraphElement>(null);

  // The button that was pressed may be gone: the focus goes to what came of it.
  useEffect(() => {
    if (answer) status.current?.focus();
  }, [answer]);

  return (
    <div>
      {acts.length > 0 && (
        <form action={submit} className={controls.form}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="attempts_seen" value={attemptsSeen} />
          {isMine && (
            <div className={controls.field}>
              <label htmlFor="summary">Summary</label>
              <textarea id="summary" name="summary" rows={2} maxLength={2048} className={controls.input} />
              <p className={controls.hint}>What you did, for whoever claims it next. May stay empty.</p>
            </div>
          )}
          <div className={controls.row}>
            {acts.map((name) => (
              <button key={name} type="submit" name="act" value={name} disabled={isPending} className={controls.button}>
                {LABELS[name]}
              </button>
            ))}
          </div>
        </form>
      )}
      <Status ref={status} answer={answer} />
    </div>
  );
}
