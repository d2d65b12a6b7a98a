import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getRuntime } from '@/lib/runtime';
import controls from '../../../_components/controls.module.css';
import { EndpointFacts } from '../../../_components/endpoint-facts';
import { EndpointStatus } from '../../../_components/endpoint-status';
import { TestTodoForm } from '../../../_components/test-todo-form';
import { type EndpointRoute, endpointOf } from '../_endpoint';
import styles from './page.module.css';

export async function generateMetadata({ params }: EndpointRoute): Promise<{ title: string }> {
  return { title: (await endpointOf((await params).id))?.name ?? 'Not found' };
}

export default async function EndpointPage({ params }: EndpointRoute) {
  const endpoint = await endpointOf((await params).id);
  if (!endpoint) notFound();
  const { config } = getRuntime();
  const isOpen = endpoint.status === 'live' && !config.boardReadOnly;
  return (
    <div className={styles.page}>
      <p>
        <Link href="/endpoints" prefetch={false}>
          All endpoints
        </Link>
      </p>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{endpoint.name}</h1>
        <EndpointStatus status={endpoint.status} />
      </div>
      <EndpointFacts endpoint={endpoint} />
      <p>
        Agents connect to <code>{config.baseUrl}/api/mcp</code> with the credential as bearer. It was shown once, at the
        vend; revoke this endpoint and vend another if it is lost.
      </p>
      {isOpen && (
        <section id="test" aria-labelledby="test-title" className={styles.section}>
          <h2 id="test-title">Send a test todo</h2>
          <TestTodoForm endpointId={endpoint.id} queues={endpoint.queues} />
        </section>
      )}
      {endpoint.status !== 'revoked' && !config.boardReadOnly && (
        <p>
          <Link href={`/endpoints/${endpoint.id}/revoke`} prefetch={false} className={controls.button}>
            Revoke this endpoint
          </Link>
        </p>
      )}
    </div>
  );
}
