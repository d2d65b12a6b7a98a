'use client';

import { useActionState, useEffect, useRef } from 'react';
import type { ActName } from '@/lib/board/todo-detail';
import { submitAct } from '../(board)/todos/actions';
import controls from './controls.module.css';
import { Status } from './status';

const LABELS: Readonly<Record<ActName, string>> = { release: 'Release', fail: 'Fail', retry: 'Retry' };

interface TodoActsProps {
  readonly id: string;
  readonly attemptsSeen: number;
  readonly acts: readonly ActName[];
}

/** What a human may do with the todo as it stands, and what came of the last act. Works without script as well. */
export function TodoActs({ id, attemptsSeen, acts }: TodoActsProps) {
  const [answer, submit, isPending] = useActionState(submitAct, undefined);
  const status = useRef<HTMLParagraphElement>(null);

  // The button that was pressed may be gone: the focus goes to what came of it.
  useEffect(() => {
    if (answer) status.current?.focus();
  }, [answer]);

  return (
    <div>
      {acts.length > 0 && (
        <form action={submit} className={controls.row}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="attempts_seen" value={attemptsSeen} />
          {acts.map((name) => (
            <button key={name} type="submit" name="act" value={name} disabled={isPending} className={controls.button}>
              {LABELS[name]}
            </button>
          ))}
        </form>
      )}
      <Status ref={status} answer={answer} />
    </div>
  );
}
