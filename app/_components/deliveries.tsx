import Link from 'next/link';
import type { WebhookCard } from '@/lib/board/webhooks';
import badges from './state-badge.module.css';
import styles from './table.module.css';
import { Ago } from './time';

const TONES = {
  accepted: badges.done,
  duplicate: badges.quiet,
  answered: badges.quiet,
  refused: badges.dead,
} as const;

/** The latest deliveries of a webhook, each with its verdict and why. */
export function Deliveries({ webhook }: { webhook: Pick<WebhookCard, 'id' | 'title' | 'deliveries' | 'hasMore'> }) {
  const { id, title, deliveries, hasMore } = webhook;
  if (deliveries.length === 0) return <p>Nothing has come in yet.</p>;
  return (
    <>
      <table className={`${styles.table} ${styles.stack}`}>
        <caption className={styles.caption}>Last deliveries of {title}</caption>
        <thead>
          <tr>
            <th scope="col">Came in</th>
            <th scope="col">Verdict</th>
            <th scope="col">Event</th>
            <th scope="col">What came of it</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <td>
                <Ago at={delivery.at} />
              </td>
              <td>
                <span className={`${badges.badge} ${TONES[delivery.verdict]}`}>{delivery.verdict}</span>{' '}
                {delivery.status}
              </td>
              <td data-label="event">{delivery.event ?? 'unnamed'}</td>
              <td>
                {delivery.outcome}
                {delivery.todoIds.map((todoId, index) => (
                  <span key={todoId}>
                    {index === 0 ? ': ' : ', '}
                    <Link href={`/todos/${todoId}`} prefetch={false}>
                      {todoId}
                    </Link>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <p>
          <Link href={`/webhooks?webhook=${id}#webhook-${id}`} prefetch={false} aria-label={`The last 50 of ${title}`}>
            The last 50
          </Link>
        </p>
      )}
    </>
  );
}
