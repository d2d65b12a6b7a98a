'use client';

import { useEffect, useRef } from 'react';
import type { RevealedWebhook } from '@/lib/board/change-webhooks';
import { CopyButton } from './copy-button';
import styles from './once.module.css';

/** URL and secret of a webhook, once, with a line that makes a first todo. */
export function WebhookReveal({ webhook }: { webhook: RevealedWebhook }) {
  const { id, url, secret, curl, isTimed, setUp, isBlind } = webhook;
  const box = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second webhook takes the first one's place
  useEffect(() => box.current?.focus(), [id]);

  return (
    <section ref={box} tabIndex={-1} aria-label="New webhook, shown once" className={styles.once}>
      <p>
        <strong>The webhook is made.</strong> Copy {secret === undefined ? 'its URL' : 'URL and secret'} now: they
        cannot be shown again.
      </p>
      {isBlind && (
        <p>
          An endpoint is not granted this queue: its agent will not see the todos. Vend one that is, or make the webhook
          for another queue.
        </p>
      )}
      <p>{setUp}</p>
      <dl className={styles.facts}>
        <dt>URL</dt>
        <dd>
          <code data-url="">{url}</code> <CopyButton text={url} label="Copy URL" />
        </dd>
        {secret !== undefined && (
          <>
            <dt>Signing secret</dt>
            <dd>
              <code data-secret="">{secret}</code> <CopyButton text={secret} label="Copy signing secret" />
            </dd>
          </>
        )}
        <dt>Try it in a shell{isTimed && ', within five minutes'}</dt>
        <dd>
          <pre data-curl="">{curl}</pre> <CopyButton text={curl} label="Copy the curl line" />
        </dd>
      </dl>
    </section>
  );
}
