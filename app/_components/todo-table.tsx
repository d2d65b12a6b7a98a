import Link from 'next/link';
import type { LedgerRow } from '@/lib/board/ledger';
import { AttemptMarks } from './attempt-marks';
import { StateBadge } from './state-badge';
import { Ago } from './time';
import styles from './todo-table.module.css';

/** Todos as a table; on a narrow screen the lesser columns move into a line below the title. */
export function TodoTable({ caption, rows }: { caption: string; rows: readonly LedgerRow[] }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
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
        {rows.map((row) => (
          <TodoRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function TodoRow({ row }: { row: LedgerRow }) {
  return (
    <tr>
      <td>
        <Link href={row.href} prefetch={false} scroll={false} className={styles.title} data-todo={row.id}>
          {row.title}
        </Link>
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
        {row.holder}
        {row.lastEnded && (
          <span className={styles.muted}>
            {row.holder && ' · '}
            {row.lastEnded.relative}
          </span>
        )}
      </td>
      <td className={`${styles.age} ${styles.wide}`}>
        <Ago at={row.created} />
      </td>
    </tr>
  );
}
