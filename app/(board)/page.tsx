import type { Metadata } from 'next';
import Link from 'next/link';
import { type Home, readHome } from '@/lib/board/home';
import { getRuntime } from '@/lib/runtime';
import { FirstSteps } from '../_components/first-steps';
import { TodoTable } from '../_components/todo-table';
import { requireOwner } from '../_session';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Overview' };

export default async function HomePage() {
  const scope = await requireOwner('/');
  const home = await readHome(getRuntime().db, scope);
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Overview</h1>
      {home.firstSteps && <FirstSteps steps={home.firstSteps} endpointId={home.newestEndpointId} />}
      <NeedsYou home={home} />
      <section aria-labelledby="counts-title" className={styles.section}>
        <h2 id="counts-title">Todos by state</h2>
        <ul className={styles.counts}>
          {home.counts.map(({ state, label, count, href }) => (
            <li key={state}>
              <Link href={href} prefetch={false} className={styles.count}>
                <span className={styles.number}>{count}</span> {label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function NeedsYou({ home }: { home: Home }) {
  return (
    <section aria-labelledby="needs-title" className={styles.section}>
      <h2 id="needs-title">Needs you</h2>
      {home.deadLetters.length === 0 ? (
        <p className={styles.muted}>Nothing: there is no dead letter.</p>
      ) : (
        <>
          <TodoTable
            caption={`Dead letters, newest ${home.deadLetters.length} of ${home.deadLetterCount}`}
            rows={home.deadLetters}
          />
          <p>
            <Link href="/todos?state=dead_letter" prefetch={false}>
              All dead letters
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
