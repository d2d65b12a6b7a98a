import type { Metadata } from 'next';
import Link from 'next/link';
import { readEndpointCards } from '@/lib/board/endpoint-cards';
import { getRuntime } from '@/lib/runtime';
import controls from '../../_components/controls.module.css';
import { EndpointCard } from '../../_components/endpoint-card';
import { requireOwner } from '../../_session';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Endpoints' };

export default async function EndpointsPage() {
  const scope = await requireOwner('/endpoints');
  const { db, config } = getRuntime();
  const endpoints = await readEndpointCards(db, scope);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Endpoints</h1>
        {!config.boardReadOnly && (
          <Link href="/endpoints/new" prefetch={false} className={controls.primary}>
            Vend an endpoint
          </Link>
        )}
      </div>
      {endpoints.length === 0 ? (
        <p>
          There is none yet. An endpoint is a credential for an agent, with the queues and verbs it may use. Vend one
          here, or in a shell:{' '}
          <code>npm run switchboard -- endpoint vend --human EMAIL --name NAME --queues QUEUE</code>
        </p>
      ) : (
        <ul className={styles.cards}>
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <EndpointCard endpoint={endpoint} isReadOnly={config.boardReadOnly} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
