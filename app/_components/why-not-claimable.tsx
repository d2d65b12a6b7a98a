import type { TodoDetail } from '@/lib/board/todo-detail';
import { Exactly } from './time';
import styles from './why-not-claimable.module.css';

/** Why the todo is not moving, the first reason first, each with what to do about it. */
export function WhyNotClaimable({ why, heading: Heading }: { why: TodoDetail['why']; heading: 'h2' | 'h3' }) {
  return (
    <section className={styles.section}>
      <Heading>{why.isClaimable ? 'Is this claimable?' : 'Why is this not claimable?'}</Heading>
      {why.isClaimable && <p>{why.headline}</p>}
      {why.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {why.reasons.map(({ code, before, at, after, remedy }) => (
            <li key={code} data-reason={code}>
              <strong>
                {before}
                {at && <Exactly at={at} />}
                {after}
              </strong>{' '}
              {remedy}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
