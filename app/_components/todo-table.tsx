'use client';

import Link from 'next/link';
import { useRef } from 'react';
import type { LedgerRow } from '@/lib/board/ledger';
import { AttemptMarks } from './attempt-marks';
import controls from './controls.module.css';
import { SelectAll, SelectTodo } from './select-todos';
import { StateBadge } from './state-badge';
import { Ago } from './time';
import styles from './todo-table.module.css';
import { useSteadyRows } from './use-steady-rows';

interface TodoTableProps {
  readonly caption: string;
  readonly rows: readonly LedgerRow[];
  /** The form whose bulk acts the rows can be selected for; without one they cannot. */
  readonly bulkForm?: string;
}

/**
 * Todos as a table; on a narrow screen the lesser columns move into a line below the title. Live updates change rows in place;
 * which rows there are changes only while nobody is at work in the table, or when asked to.
 */
export function TodoTable({ caption, rows, bulkForm }: TodoTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const { shown, news, gone, show } = useSteadyRows(rows, table);
  const isBehind = news > 0 || gone > 0;
  return (
    <div className={styles.box}>
      <p role="status" className={styles.announced}>
        {isBehind ? 'The list has changed' : ''}
      </p>
      {isBehind && (
        <p className={styles.news}>
          <button type="button" onClick={show} className={controls.button}>
            {news > 0 ? `${news} new` : `${gone} gone`}, show
          </button>
        </p>
      )}
      <table ref={table} className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {bulkForm && (
              <td className={styles.tick}>
                <SelectAll form={bulkForm} />
              </td>
            )}
            <th scope="col">Todo</th>
            <th scope="col" className={styles.state}>
              State
            </th>
            <th scope="col" className={`${styles.queue} ${styles.wide}`}>
              Queue
            </th>
            <th scope="col" className={`${styles.attempts} ${styles.wide}`}>
              Attempts
            </th>
            <th scope="col" className={`${styles.holder} ${styles.wide}`}>
              Holder or last
            </th>
            <th scope="col" className={`${styles.age} ${styles.wide}`}>
              Created
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, isGone }) => (
            <TodoRow key={row.id} row={row} isGone={isGone} bulkForm={bulkForm} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TodoRowProps {
  readonly row: LedgerRow;
  readonly isGone: boolean;
  readonly bulkForm: string | undefined;
}

function TodoRow({ row, isGone, bulkForm }: TodoRowProps) {
  return (
    <tr className={isGone ? styles.gone : undefined}>
      {bulkForm && (
        <td className={styles.tick}>
          <SelectTodo form={bulkForm} id={row.id} attemptsSeen={row.attemptsSeen} title={row.title} />
        </td>
      )}
      <td>
        <Link href={row.href} prefetch={false} scroll={false} className={styles.title} data-todo={row.id}>
          {row.title}
        </Link>
        {isGone && <span className={styles.announced}>, no longer in this list</span>}
        <span className={styles.narrow}>
          {row.queue} · {row.attempt} of {row.maxAttempts} · {row.created.relative}
        </span>
      </td>
      <td className={styles.state}>
        <StateBadge state={row.state} label={row.stateLabel} />
      </td>
      <td className={`${styles.queue} ${styles.wide}`}>{row.queue}</td>
      <td className={`${styles.attempts} ${styles.wide}`}>
        <span className={styles.count}>
          {row.attempt} of {row.maxAttempts}
        </span>{' '}
        <AttemptMarks marks={row.marks} words={row.marksInWords} />
      </td>
      <td className={`${styles.holder} ${styles.wide}`}>
        <span className={styles.pair}>
          {row.holder && <span className={styles.label}>{row.holder}</span>}
          {row.lastEnded && <span className={styles.muted}>{row.lastEnded.relative}</span>}
        </span>
      </td>
      <td className={`${styles.age} ${styles.wide}`}>
        <Ago at={row.created} />
      </td>
    </tr>
  );
}
