'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import type { RevealedEndpoint } from '@/lib/board/vend';
import controls from './controls.module.css';
import { CopyButton } from './copy-button';
import styles from './reveal.module.css';

/** The credential, once: it lives in this answer alone, in no URL, no title and no later page. */
export function Reveal({ endpoint }: { endpoint: RevealedEndpoint }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {endpoint.name} is vended
      </h1>
      <p className={styles.warning}>Copy the credential now. It is not stored and cannot be shown again.</p>
      <dl className={styles.facts}>
        <dt>Credential</dt>
        <dd>
          <code data-credential="">{endpoint.token}</code> <CopyButton text={endpoint.token} label="Copy credential" />
        </dd>
        <dt>MCP URL</dt>
        <dd>
          <code>{endpoint.mcpUrl}</code> <CopyButton text={endpoint.mcpUrl} label="Copy URL" />
        </dd>
        <dt>Queues</dt>
        <dd>{endpoint.queues.join(', ')}</dd>
      </dl>
      <Setups endpoint={endpoint} />
      <p>
        <Link href={`/endpoints/${endpoint.id}`} prefetch={false} className={controls.button}>
          I have copied it: go on
        </Link>
      </p>
    </>
  );
}

function Setups({ endpoint }: { endpoint: RevealedEndpoint }) {
  const variable = `export SWITCHBOARD_TOKEN='${endpoint.token}'`;
  return (
    <section aria-labelledby="connect-title" className={styles.setups}>
      <h2 id="connect-title">Connect a client</h2>
      <p>
        The configuration files read the credential from the environment, so that it stays out of them:{' '}
        <code>SWITCHBOARD_TOKEN</code>. <CopyButton text={variable} label="Copy as export line" />
      </p>
      {endpoint.setups.map(({ client, place, text }, index) => (
        <details key={client} name="setup" open={index === 0} className={styles.setup}>
          <summary className={styles.summary}>{client}</summary>
          <p className={controls.hint}>{place}</p>
          <pre className={styles.text}>{text}</pre>
          <p>
            <CopyButton text={text} label={`Copy for ${client}`} />
          </p>
        </details>
      ))}
    </section>
  );
}
