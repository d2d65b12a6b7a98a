import type { Metadata } from 'next';
import Link from 'next/link';
import type { SearchParams } from '@/lib/board/ledger-query';
import { SOURCES } from '@/lib/board/sources';
import { readWebhooks } from '@/lib/board/webhooks';
import { getRuntime } from '@/lib/runtime';
import { NewWebhook } from '../../_components/new-webhook';
import { WebhookCard } from '../../_components/webhook-card';
import { requireOwner } from '../../_session';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const scope = await requireOwner('/webhooks');
  const { webhook } = await searchParams;
  const { db, config } = getRuntime();
  const wholeLogOf = typeof webhook === 'string' ? webhook : undefined;
  const { webhooks, targets } = await readWebhooks(db, scope, config.baseUrl, wholeLogOf);
  const mayCreate = targets.length > 0 && !config.boardReadOnly;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Webhooks</h1>
      <p>Each has a URL of its own; what a source delivers there becomes a todo for an agent.</p>
      {webhooks.length === 0 && targets.length === 0 && (
        <p>
          There is none yet, and no live endpoint that one could lead to.{' '}
          <Link href="/endpoints/new" prefetch={false}>
            Vend an endpoint
          </Link>{' '}
          first.
        </p>
      )}
      {webhooks.length === 0 && targets.length > 0 && (
        <p>
          There is none yet. Make one here, or in a shell:{' '}
          <code>npm run -s switchboard -- webhook create --endpoint ID --queue QUEUE --type github</code>
        </p>
      )}
      {mayCreate && <NewWebhook targets={targets} sources={SOURCES} isOpen={webhooks.length === 0} />}
      {webhooks.length > 0 && (
        <ul className={styles.cards}>
          {webhooks.map((card) => (
            <li key={card.id}>
              <WebhookCard webhook={card} isReadOnly={config.boardReadOnly} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
