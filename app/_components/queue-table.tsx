import Link from 'next/link';
import type { QueueRow } from '@/lib/board/home';
import styles from './queue-table.module.css';
import { Ago } from './time';

/** The queues as they stand; on a narrow screen each becomes a block of named figures. */
export function QueueTable({ rows }: { rows: readonly QueueRow[] }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Queues of your live endpoints</caption>
      <thead>
        <tr>
          <th scope="col">Queue</th>
          <th scope="col">Pending</th>
          <th scope="col">Oldest</th>
          <th scope="col">Claimed</th>
          <th scope="col">Retrying</th>
          <th scope="col">Dead letters</th>
          <th scope="col">Done in 60 min</th>
          <th scope="col">Last call</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.queue}>
            <td>
              <Link href={row.href} prefetch={false} className={styles.name}>
                {row.queue}
              </Link>
            </td>
            <td data-label="Pending">{row.pending}</td>
            <td data-label="Oldest">{row.oldest ? <Ago at={row.oldest} /> : '–'}</td>
            <td data-label="Claimed">{row.claimed}</td>
            <td data-label="Retrying">{row.retrying}</td>
            <td data-label="Dead letters">{row.deadLetters}</td>
            <td data-label="Done in 60 min">{row.completed}</td>
            <td data-label="Last call">{row.lastCall ? <Ago at={row.lastCall} /> : 'never'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
