import Link from 'next/link';
import type { WebhookCard as Webhook } from '@/lib/board/webhooks';
import { Deliveries } from './deliveries';
import styles from './endpoint-card.module.css';
import { At } from './time';
import { WebhookRotation } from './webhook-rotation';

/** One webhook: where it leads, how it is told apart, and what came in last. */
export function WebhookCard({ webhook, isReadOnly }: { webhook: Webhook; isReadOnly: boolean }) {
  const { id, title, urlHint, isSigned, targets, created, previousTokenUntil, previousSecretUntil } = webhook;
  return (
    <article aria-labelledby={`webhook-${id}`} className={styles.card}>
      <h2 id={`webhook-${id}`} className={styles.name}>
        {title}
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>URL</dt>
          <dd>
            <code>{urlHint}</code>
            {previousTokenUntil && (
              <>
                ; the one before it until <At at={previousTokenUntil} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Signature</dt>
          <dd>
            {isSigned ? 'checked' : 'none: the unguessable URL is the proof'}
            {previousSecretUntil && (
              <>
                ; the secret before it until <At at={previousSecretUntil} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Leads to</dt>
          <dd>
            {targets.map((target, index) => (
              <span key={target.id}>
                {index > 0 && ', '}
                <Link href={`/endpoints/${target.id}`} prefetch={false}>
                  {target.name}
                </Link>
                {!target.isLive && ' (revoked or expired)'}
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd>
            <At at={created} />
          </dd>
        </div>
      </dl>
      <Deliveries webhook={webhook} />
      {!isReadOnly && <WebhookRotation id={id} name={title} isSigned={isSigned} />}
    </article>
  );
}
