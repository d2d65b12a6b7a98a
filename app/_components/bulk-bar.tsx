'use client';

import { useActionState } from 'react';
import type { Ledger } from '@/lib/board/ledger';
import { submitBulk } from '../(board)/todos/actions';
import styles from './bulk-bar.module.css';
import { BULK_FORM } from './bulk-form';
import { BulkStatus } from './bulk-status';
import controls from './controls.module.css';
import { useTicked } from './select-todos';

interface BulkBarProps {
  readonly ledger: Pick<Ledger, 'acts' | 'bulk' | 'state' | 'queue' | 'search'>;
  /** Without rows there is nothing to act on, and what came of the last act is still told. */
  readonly hasRows: boolean;
}

/** Acts on the ticked todos, or on all that the filters match, as a job. Works without script as well. */
export function BulkBar({ ledger, hasRows }: BulkBarProps) {
  const [answer, submit, isPending] = useActionState(submitBulk, undefined);
  const { ticked } = useTicked(BULK_FORM);
  const { acts, bulk, state, queue, search } = ledger;
  return (
    <div className={styles.bar}>
      <form id={BULK_FORM} action={submit} hidden={!hasRows} className={styles.form}>
        <input type="hidden" name="state" value={state ?? ''} />
        <input type="hidden" name="queue" value={queue ?? ''} />
        <input type="hidden" name="q" value={search ?? ''} />
        <span className={styles.count}>{ticked} selected</span>
        {acts.map((act) => (
          <button key={act} type="submit" name="bulk" value={act} disabled={isPending} className={controls.button}>
            {act === 'retry' ? 'Retry' : 'Release'}
          </button>
        ))}
        {bulk && (
          <button type="submit" name="bulk" value={`${bulk.act}_all`} disabled={isPending} className={controls.button}>
            {bulk.act === 'retry' ? 'Retry' : 'Release'} all {bulk.count ?? ''} matching
          </button>
        )}
      </form>
      <BulkStatus answer={answer} />
    </div>
  );
}
