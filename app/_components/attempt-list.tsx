import type { AttemptLine } from '@/lib/board/attempts';
import type { TodoDetail } from '@/lib/board/todo-detail';
import styles from './attempt-list.module.css';
import { Exactly } from './time';

/**
 * A todo's attempts, newest first (SPEC-0034 REQ-13). The list is a polite live region, so nothing in it may change by itself:
 * its times are absolute.
 */
export function AttemptList({ todo, heading: Heading }: { todo: TodoDetail; heading: 'h2' | 'h3' }) {
  const hidden = todo.attemptsTotal - todo.attempts.length;
  return (
    <section aria-labelledby="attempts-title" className={styles.section}>
      <Heading id="attempts-title">Attempts ({todo.attemptsTotal})</Heading>
      <div aria-live="polite" aria-relevant="additions">
        {todo.attempts.length === 0 ? (
          <p className={styles.muted}>None yet: no worker has claimed it.</p>
        ) : (
          <ol className={styles.list}>
            {todo.attempts.map((attempt) => (
              <Attempt key={attempt.seq} attempt={attempt} maxAttempts={todo.maxAttempts} />
            ))}
          </ol>
        )}
      </div>
      {hidden > 0 && <p className={styles.muted}>{hidden} older attempts are not listed.</p>}
    </section>
  );
}

function Attempt({ attempt, maxAttempts }: { attempt: AttemptLine; maxAttempts: number }) {
  return (
    <li className={`${styles.attempt} ${styles[attempt.tone]}`}>
      <p className={styles.headline}>
        <strong>Attempt {attempt.seq}</strong>
        <span className={styles.outcome}>{attempt.outcome}</span>
        {attempt.died && <DiedMarker />}
        {attempt.disposition && attempt.disposition !== attempt.outcome && <span>{attempt.disposition}</span>}
        <span className={styles.muted}>
          try {attempt.attempt} of {maxAttempts}
        </span>
      </p>
      <Claimant attempt={attempt} />
      <Times attempt={attempt} />
      {attempt.summary && <p className={styles.summary}>{attempt.summary}</p>}
      {attempt.summaryTruncated && <p className={styles.muted}>The summary was cut at 2,048 bytes.</p>}
      {attempt.artifact && <Artifact {...attempt.artifact} />}
    </li>
  );
}

/** Told apart by word and dashed shape, which survive greyscale and forced colours. */
function DiedMarker() {
  return (
    <span role="img" aria-label="died: no report" className={styles.diedMarker}>
      died
    </span>
  );
}

function Claimant({ attempt }: { attempt: AttemptLine }) {
  if (attempt.claimant) return <p className={styles.claimant}>{attempt.claimant}</p>;
  return <p className={styles.muted}>{attempt.byHuman ? 'claimed from the Board' : 'no claimant label'}</p>;
}

function Times({ attempt }: { attempt: AttemptLine }) {
  return (
    <dl className={styles.times}>
      <div>
        <dt>claimed</dt>{' '}
        <dd>
          <Exactly at={attempt.claimed} />
        </dd>
      </div>
      {attempt.heartbeat && (
        <div>
          <dt>last heartbeat</dt>{' '}
          <dd>
            <Exactly at={attempt.heartbeat} />
          </dd>
        </div>
      )}
      {attempt.ended && (
        <div>
          <dt>ended</dt>{' '}
          <dd>
            <Exactly at={attempt.ended} /> <span className={styles.muted}>after {attempt.ran}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Artifact({ text, href }: { text: string; href: string | undefined }) {
  return (
    <p className={styles.artifact}>
      artifact{' '}
      {href ? (
        <a href={href} rel="noopener noreferrer" target="_blank">
          {text}
        </a>
      ) : (
        <code>{text}</code>
      )}
    </p>
  );
}
