'use client';

import type { When } from '@/lib/board/when';
import { fullTime } from '@/lib/board/zone-time';
import styles from './time.module.css';
import { useZone } from './zone';

/** A relative time; the full one, with its zone, shows on hover and while anything in the same row or line has the focus. */
export function Ago({ at }: { at: When }) {
  return (
    <time dateTime={at.iso} className={styles.ago}>
      {at.relative}
      <span className={styles.full}>{fullTime(at.iso, useZone())}</span>
    </time>
  );
}

/** A full time, with what that is from now in brackets. */
export function At({ at }: { at: When }) {
  return (
    <time dateTime={at.iso}>
      {fullTime(at.iso, useZone())} <span className={styles.muted}>({at.relative})</span>
    </time>
  );
}

/** A full time alone: for live regions, where nothing may change by itself. */
export function Exactly({ at }: { at: When }) {
  return <time dateTime={at.iso}>{fullTime(at.iso, useZone())}</time>;
}
