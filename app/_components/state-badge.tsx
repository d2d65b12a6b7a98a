import type { BoardState } from '@/lib/board/states';
import styles from './state-badge.module.css';

const TONES: Readonly<Record<BoardState, string | undefined>> = {
  pending: styles.pending,
  claimed: styles.claimed,
  retrying: styles.retrying,
  dead_letter: styles.dead,
  done: styles.done,
  canceled: styles.quiet,
  rejected: styles.quiet,
  'input-required': styles.claimed,
  'auth-required': styles.claimed,
};

/** A state as word, edge and colour. */
export function StateBadge({ state, label }: { state: BoardState; label: string }) {
  return <span className={`${styles.badge} ${TONES[state]}`}>{label}</span>;
}
