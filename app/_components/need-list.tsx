import Link from 'next/link';
import type { Need } from '@/lib/board/needs';
import styles from './need-list.module.css';

/** What a human should look at, one line each. */
export function NeedList({ needs }: { needs: readonly Need[] }) {
  if (needs.length === 0) return null;
  return (
    <ul className={styles.needs}>
      {needs.map(({ key, text, href, linkText }) => (
        <li key={key} className={styles.need}>
          {text}{' '}
          <Link href={href} prefetch={false}>
            {linkText}
          </Link>
        </li>
      ))}
    </ul>
  );
}
