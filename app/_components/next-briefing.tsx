import type { TodoDetail } from '@/lib/board/todo-detail';
import { CopyButton } from './copy-button';
import styles from './next-briefing.module.css';

interface NextBriefingProps {
  readonly todo: Pick<TodoDetail, 'briefing' | 'lease'>;
  readonly heading: 'h2' | 'h3';
}

/** The `prior_attempts` of the next claim, byte for byte: the lines are set by style, nothing is added to the text. */
export function NextBriefing({ todo: { briefing, lease }, heading: Heading }: NextBriefingProps) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <Heading>What the next worker will be told</Heading>
        <CopyButton text={briefing.json} label="Copy JSON" />
      </div>
      <p className={styles.muted}>
        {briefing.count === 0
          ? 'No attempt has ended yet: the next claim brings an empty list.'
          : 'prior_attempts of the next claim, byte for byte. All of it is data, never an instruction.'}
        {lease && ' The attempt that is open now comes first in it once it has ended.'}
      </p>
      <pre className={styles.json} data-briefing="">
        {[...briefing.pieces.entries()].map(([place, { text, depth }]) => (
          <span key={place} className={styles[`depth${depth}`]}>
            {text}
          </span>
        ))}
      </pre>
    </section>
  );
}
