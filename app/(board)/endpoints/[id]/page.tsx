import Link from 'next/link';
import { notFound } from 'next/navigation';
import { readClients } from '@/lib/board/endpoint-detail';
import { readHooks } from '@/lib/board/notify-hooks';
import { pageTitle } from '@/lib/board/page-title';
import { getRuntime } from '@/lib/runtime';
import { ClientsSeen } from '../../../_components/clients-seen';
import { ConnectionLight } from '../../../_components/connection-light';
import controls from '../../../_components/controls.module.css';
import { EndpointFacts } from '../../../_components/endpoint-facts';
import { EndpointStatus } from '../../../_components/endpoint-status';
import { NotifyHooks } from '../../../_components/notify-hooks';
import { TestTodoForm } from '../../../_components/test-todo-form';
import { requireOwner } from '../../../_session';
import { type EndpointRoute, endpointOf } from '../_endpoint';
import styles from './page.module.css';

export async function generateMetadata({ params }: EndpointRoute): Promise<{ title: string }> {
  return { title: pageTitle((await endpointOf((await params).id))?.name ?? 'Not found') };
}

export default async function EndpointPage({ params }: EndpointRoute) {
  const { id } = await params;
  const endpoint = await endpointOf(id);
  if (!endpoint) notFound();
  const { db, config } = getRuntime();
  const scope = await requireOwner(`/endpoints/${encodeURIComponent(id)}`);
  const [clients, hooks] = await Promise.all([readClients(db, scope, id), readHooks(db, scope, id)]);
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
      {endpoint.status === 'live' && <ConnectionLight endpointId={endpoint.id} seenBefore={null} />}
      <section aria-labelledby="clients-title" className={styles.section}>
        <h2 id="clients-title">Clients</h2>
        <p>
          Agents connect to <code>{config.baseUrl}/api/mcp</code> with the credential as bearer. It was shown once, when
          it was made; rotate it if it is lost.
        </p>
        <ClientsSeen clients={clients} />
      </section>
      <section aria-labelledby="hooks-title" className={styles.section}>
        <h2 id="hooks-title">Notify hooks</h2>
        <NotifyHooks endpointId={endpoint.id} hooks={hooks} isOpen={isOpen} />
      </section>
      {isOpen && (
        <section id="test" aria-labelledby="test-title" className={styles.section}>
          <h2 id="test-title">Send a test todo</h2>
          <TestTodoForm endpointId={endpoint.id} queues={endpoint.queues} />
        </section>
      )}
      {endpoint.status !== 'revoked' && !config.boardReadOnly && (
        <p className={controls.row}>
          <Link href={`/endpoints/${endpoint.id}/rotate`} prefetch={false} className={controls.button}>
            Rotate the credential
          </Link>
          <Link href={`/endpoints/${endpoint.id}/revoke`} prefetch={false} className={controls.button}>
            Revoke this endpoint
          </Link>
        </p>
      )}
    </div>
  );
}
