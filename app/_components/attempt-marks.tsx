import type { AttemptTone } from '@/lib/board/attempts';
import styles from './attempt-marks.module.css';

const STEP = 14;

/** A row of attempts, oldest first, told apart by shape: a full disc failed, a dashed ring died, a tick is done. */
export function AttemptMarks({ marks, words }: { marks: readonly AttemptTone[]; words: string }) {
  if (marks.length === 0) return null;
  return (
    <svg role="img" aria-label={words} className={styles.marks} width={marks.length * STEP} height="14">
      {[...marks.entries()].map(([place, tone]) => (
        <Mark key={place} tone={tone} x={place * STEP + STEP / 2} />
      ))}
    </svg>
  );
}

/** What each mark means. */
export function MarksLegend() {
  const entries: [AttemptTone, string][] = [
    ['failed', 'failed'],
    ['died', 'died'],
    ['done', 'done'],
    ['open', 'open'],
    ['other', 'released or ended otherwise'],
  ];
  return (
    <p className={styles.legend}>
      Attempts:
      {entries.map(([tone, word]) => (
        <span key={tone} className={styles.entry}>
          <svg aria-hidden="true" className={styles.marks} width={STEP} height="14">
            <Mark tone={tone} x={STEP / 2} />
          </svg>
          {word}
        </span>
      ))}
    </p>
  );
}

function Mark({ tone, x }: { tone: AttemptTone; x: number }) {
  if (tone === 'done') return <path className={styles.done} d={`M${x - 4} 7l3 3.5 5-7`} />;
  if (tone === 'open') return <path className={styles.open} d={`M${x - 3} 2.5l6 4.5-6 4.5z`} />;
  return <circle className={styles[tone]} cx={x} cy="7" r="4.25" />;
}
