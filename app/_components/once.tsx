'use client';

import { useEffect, useRef } from 'react';
import { CopyButton } from './copy-button';
import styles from './once.module.css';

/** A secret in the one answer that shows it: in no URL, no title and no later page. */
export function Once({ what, secret }: { what: string; secret: string }) {
  const box = useRef<HTMLElement>(null);

  // A second one takes the first one's place, and the focus again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each secret
  useEffect(() => box.current?.focus(), [secret]);

  return (
    <section ref={box} tabIndex={-1} aria-label={`${what}, shown once`} className={styles.once}>
      <p>
        <strong>{what}.</strong> Copy it now: it is stored as a hash and cannot be shown again.
      </p>
      <p>
        <code data-credential="">{secret}</code>
      </p>
      <p>
        <CopyButton text={secret} label={`Copy ${what.toLowerCase()}`} />
      </p>
    </section>
  );
}
