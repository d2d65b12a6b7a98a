import type { ClientRow } from '@/lib/board/endpoint-detail';
import styles from './table.module.css';
import { Ago } from './time';

/** The client programs with open sessions. What they are called is their own word for it. */
export function ClientsSeen({ clients }: { clients: readonly ClientRow[] }) {
  if (clients.length === 0) return <p>No session is open. One that is idle for 30 minutes ends.</p>;
  return (
    <table className={`${styles.table} ${styles.stack}`}>
      <caption className={styles.caption}>Clients with open sessions</caption>
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col">Sessions</th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        {clients.map(({ name, sessions, lastSeen }) => (
          <tr key={name}>
            <td>{name}</td>
            <td data-label="sessions">{sessions}</td>
            <td data-label="last seen">
              <Ago at={lastSeen} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
