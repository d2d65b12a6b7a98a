import Link from 'next/link';
import type { EndpointCard } from '@/lib/board/endpoint-cards';
import { EndpointStatus } from './endpoint-status';
import styles from './queue-endpoints.module.css';
import { Ago } from './time';

/** Who drains a queue, and when they last called. */
export function QueueEndpoints({ endpoints }: { endpoints: readonly EndpointCard[] }) {
  return (
    <ul className={styles.endpoints}>
      {endpoints.map(({ id, name, status, lastSeen, lastClient }) => (
        <li key={id} className={styles.endpoint}>
          <Link href={`/endpoints/${id}`} prefetch={false} className={styles.name}>
            {name}
          </Link>
          <EndpointStatus status={status} />
          <span className={styles.muted}>
            {lastSeen ? (
              <>
                last call <Ago at={lastSeen} />
                {lastClient && ` by ${lastClient}`}
              </>
            ) : (
              'has never called'
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
