'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ClientSetup } from '@/lib/board/client-setups';
import styles from './client-setups.module.css';
import controls from './controls.module.css';
import { CopyButton } from './copy-button';

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** One tab a client, with the keys of the ARIA pattern. Without script there are no tabs, and all of them are shown. */
export function ClientSetups({ setups }: { setups: readonly ClientSetup[] }) {
  const [chosen, setChosen] = useState<number>();
  const tabs = useRef<HTMLDivElement>(null);

  useEffect(() => setChosen(0), []);

  const press = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(chosen ?? 0, setups.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div className={styles.setups}>
      {chosen !== undefined && (
        <div ref={tabs} role="tablist" aria-label="Client" onKeyDown={press} className={styles.tabs}>
          {setups.map(({ client }, index) => (
            <button
              key={client}
              type="button"
              role="tab"
              id={`tab-${index}`}
              aria-controls={`panel-${index}`}
              aria-selected={index === chosen}
              tabIndex={index === chosen ? 0 : -1}
              onClick={() => setChosen(index)}
              className={styles.tab}
            >
              {client}
            </button>
          ))}
        </div>
      )}
      {setups.map((setup, index) => (
        <div
          key={setup.client}
          id={`panel-${index}`}
          hidden={chosen !== undefined && index !== chosen}
          className={styles.panel}
          {...(chosen !== undefined && { role: 'tabpanel', 'aria-labelledby': `tab-${index}` })}
        >
          {chosen === undefined && <h3>{setup.client}</h3>}
          <p className={controls.hint}>{setup.place}</p>
          <pre className={styles.text}>{setup.text}</pre>
          <p>
            <CopyButton text={setup.text} label={`Copy for ${setup.client}`} />
          </p>
        </div>
      ))}
    </div>
  );
}
