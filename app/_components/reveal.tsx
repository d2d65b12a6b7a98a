'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import type { RevealedEndpoint } from '@/lib/board/vend';
import { ClientSetups } from './client-setups';
import { ConnectionLight } from './connection-light';
import controls from './controls.module.css';
import { CopyButton } from './copy-button';
import styles from './reveal.module.css';

/** The credential, once: it lives in this answer alone, in no URL, no title and no later page. */
export function Reveal({ endpoint, title }: { endpoint: RevealedEndpoint; title: string }) {
  const { id, token, mcpUrl, queues, setups, seenBefore } = endpoint;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.warning}>Copy the credential now. It is not stored and cannot be shown again.</p>
      <dl className={styles.facts}>
        <dt>Credential</dt>
        <dd>
          <code data-credential="">{token}</code> <CopyButton text={token} label="Copy credential" />
        </dd>
        <dt>MCP URL</dt>
        <dd>
          <code>{mcpUrl}</code> <CopyButton text={mcpUrl} label="Copy URL" />
        </dd>
        <dt>Queues</dt>
        <dd>{queues.join(', ')}</dd>
        <dt>Endpoint id</dt>
        <dd>
          <code>{id}</code> <CopyButton text={id} label="Copy id" />
        </dd>
      </dl>
      <section aria-labelledby="connect-title" className={styles.setups}>
        <h2 id="connect-title">Connect a client</h2>
        <p>
          The configuration files read the credential from the environment, so that it stays out of them:{' '}
          <code>SWITCHBOARD_TOKEN</code>.{' '}
          <CopyButton text={`export SWITCHBOARD_TOKEN='${token}'`} label="Copy as export line" />
        </p>
        <ClientSetups setups={setups} />
      </section>
      <ConnectionLight endpointId={id} seenBefore={seenBefore} />
      <p>
        <Link href={`/endpoints/${id}`} prefetch={false} className={controls.button}>
          I have copied it: go on
        </Link>
      </p>
    </>
  );
}
