import Link from 'next/link';
import type { ActLine } from '@/lib/board/activity';
import styles from './act-list.module.css';
import { Ago } from './time';

/** Who did what, newest first. */
export function ActList({ acts }: { acts: readonly ActLine[] }) {
  return (
    <ul className={styles.acts}>
      {acts.map(({ id, by, did, target, at }) => (
        <li key={id} className={styles.act}>
          <span className={styles.text}>
            <span className={styles.by}>{by}</span> {did}{' '}
            {target?.href ? (
              <Link href={target.href} prefetch={false} className={styles.target}>
                {target.text}
              </Link>
            ) : (
              target && <code>{target.text}</code>
            )}
          </span>
          <Ago at={at} />
        </li>
      ))}
    </ul>
  );
}
