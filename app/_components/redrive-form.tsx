'use client';

import { useActionState } from 'react';
import { submitBulk } from '../(board)/todos/actions';
import { BulkStatus } from './bulk-status';
import controls from './controls.module.css';

/** Retries every dead letter of a queue, as a job. */
export function RedriveForm({ queue, count }: { queue: string; count: string | undefined }) {
  const [answer, submit, isPending] = useActionState(submitBulk, undefined);
  return (
    <div>
      {count !== undefined && (
        <form action={submit} className={controls.row}>
          <input type="hidden" name="state" value="dead_letter" />
          <input type="hidden" name="queue" value={queue} />
          <button type="submit" name="bulk" value="retry_all" disabled={isPending} className={controls.button}>
            Redrive all {count}
          </button>
          <span className={controls.hint}>Each is pending again with all its tries; its history stays.</span>
        </form>
      )}
      <BulkStatus answer={answer} />
    </div>
  );
}
