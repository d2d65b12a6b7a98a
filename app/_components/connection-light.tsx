'use client';

import { useEffect, useState } from 'react';
import type { Light } from '@/lib/board/endpoint-detail';
import styles from './connection-light.module.css';

const WAITING_MS = 2_000;
const CONNECTED_MS = 10_000;

interface ConnectionLightProps {
  readonly endpointId: string;
  /** The last call before this was shown: any later one turns the light on. */
  readonly seenBefore: string | null;
}

/** Turns on at the first call. Only the turn is announced; how long ago the last call was stands outside the live region. */
export function ConnectionLight({ endpointId, seenBefore }: ConnectionLightProps) {
  const light = useLight(endpointId, seenBefore);
  const isOn = light !== undefined;
  return (
    <p className={`${styles.light} ${isOn ? styles.on : styles.off}`}>
      <span className={styles.words}>
        <span role="status">
          {isOn ? `Connected${light.client === null ? '' : `, ${light.client}`}` : 'Waiting for the first call…'}
        </span>
        {isOn && <span className={styles.ago}>last call {ago(light.secondsAgo)}</span>}
      </span>
    </p>
  );
}

/** Asks every few seconds while the page is in sight; undefined until there is a later call. */
function useLight(endpointId: string, seenBefore: string | null): Light | undefined {
  const [light, setLight] = useState<Light>();

  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let pause = WAITING_MS;
    const ask = async () => {
      const answer = document.hidden ? undefined : await read(endpointId, gone.signal);
      if (gone.signal.aborted) return;
      if (answer && answer.seenAt !== null && answer.seenAt !== seenBefore) {
        pause = CONNECTED_MS;
        setLight(answer);
      }
      timer = setTimeout(ask, pause);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [endpointId, seenBefore]);

  return light;
}

/** An answer that does not come is none: the next one will. */
async function read(endpointId: string, signal: AbortSignal): Promise<Light | undefined> {
  try {
    const answer = await fetch(`/endpoints/${endpointId}/light`, { signal, headers: { accept: 'application/json' } });
    return answer.ok ? ((await answer.json()) as Light) : undefined;
  } catch {
    return undefined;
  }
}

function ago(seconds: number | null): string {
  if (seconds === null || seconds < 1) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3_600)} h ago`;
}
