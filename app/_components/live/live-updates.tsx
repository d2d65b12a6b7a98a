'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, useTransition } from 'react';
import styles from './live-updates.module.css';
import { type StreamState, shareStream } from './share-stream';

const REFRESH_AT_MOST_EVERY_MS = 2_000;
const LOOK_EVERY_MS = { connecting: 15_000, live: 30_000, silent: 15_000 } as const;
const WORDS = { connecting: 'Connecting', live: 'Live', silent: 'Looking every 15 s' } as const;
const PAUSED_KEY = 'switchboard.paused';

/**
 * Keeps the page current: one refresh for whatever happened within two seconds, and none while the tab is hidden or the human
 * paused it. A refresh replaces what changed in place; the lists themselves decide when rows may move.
 */
export function LiveUpdates() {
  const isScripted = useSyncExternalStore(noChange, yes, no);
  const [isPaused, setPaused] = useState(false);
  const refresh = useRefresh();
  const state = useStream(!isPaused, refresh);
  useEffect(() => setPaused(sessionStorage.getItem(PAUSED_KEY) === 'yes'), []);

  const toggle = () => {
    sessionStorage.setItem(PAUSED_KEY, isPaused ? 'no' : 'yes');
    setPaused(!isPaused);
  };
  if (!isScripted) return <p className={styles.live} />;
  return (
    <p className={styles.live}>
      <span className={`${styles.status} ${!isPaused && state === 'live' ? styles.heard : ''}`}>
        {isPaused ? 'Updates paused' : WORDS[state]}
      </span>
      <button type="button" onClick={toggle} className={styles.toggle}>
        {isPaused ? 'Resume' : 'Pause'}
      </button>
    </p>
  );
}

/** Refreshes at once, or two seconds after the last time; never while one is under way. */
function useRefresh(): () => void {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const due = useRef<{ last: number; timer: number | undefined; isWanted: boolean; isPending: boolean }>({
    last: Number.NEGATIVE_INFINITY,
    timer: undefined,
    isWanted: false,
    isPending: false,
  });
  const refresh = useCallback(() => {
    const now = due.current;
    if (now.timer !== undefined) return;
    if (now.isPending) {
      now.isWanted = true;
      return;
    }
    const wait = Math.max(0, now.last + REFRESH_AT_MOST_EVERY_MS - performance.now());
    now.timer = window.setTimeout(() => {
      now.timer = undefined;
      now.last = performance.now();
      startTransition(() => router.refresh());
    }, wait);
  }, [router]);
  useEffect(() => {
    due.current.isPending = isPending;
    if (isPending || !due.current.isWanted) return;
    due.current.isWanted = false;
    refresh();
  }, [isPending, refresh]);
  useEffect(() => () => window.clearTimeout(due.current.timer), []);
  return refresh;
}

/** Listens while the tab is seen. Whoever comes back to it sees what happened meanwhile. */
function useStream(isWanted: boolean, refresh: () => void): StreamState | 'connecting' {
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible', no);
  const [state, setState] = useState<StreamState | 'connecting'>('connecting');
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isWanted || !isVisible) return;
    if (wasAway.current) refresh();
    const stop = shareStream({ onChange: refresh, onState: setState });
    return () => {
      wasAway.current = true;
      stop();
    };
  }, [isWanted, isVisible, refresh]);
  useEffect(() => {
    if (!isWanted || !isVisible) return;
    const timer = window.setInterval(refresh, LOOK_EVERY_MS[state]);
    return () => window.clearInterval(timer);
  }, [isWanted, isVisible, refresh, state]);
  return state;
}

const noChange = () => () => {};
const yes = () => true;
const no = () => false;

function onVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
