import Link from 'next/link';
import type { EndpointCard as Endpoint } from '@/lib/board/endpoint-cards';
import styles from './endpoint-card.module.css';
import { EndpointFacts } from './endpoint-facts';
import { EndpointStatus } from './endpoint-status';

/** One endpoint in the list. */
export function EndpointCard({ endpoint, isReadOnly }: { endpoint: Endpoint; isReadOnly: boolean }) {
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <Link href={`/endpoints/${endpoint.id}`} prefetch={false}>
            {endpoint.name}
          </Link>
        </h2>
        <EndpointStatus status={endpoint.status} />
      </div>
      <EndpointFacts endpoint={endpoint} />
      {endpoint.status !== 'revoked' && !isReadOnly && (
        <p>
          <Link href={`/endpoints/${endpoint.id}/revoke`} prefetch={false} aria-label={`Revoke ${endpoint.name}`}>
            Revoke
          </Link>
        </p>
      )}
    </article>
  );
}
