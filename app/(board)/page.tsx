import type { Metadata } from 'next';
import Link from 'next/link';
import { type Home, readHome } from '@/lib/board/home';
import { getRuntime } from '@/lib/runtime';
import { ActList } from '../_components/act-list';
import { FirstSteps } from '../_components/first-steps';
import { LiveUpdates } from '../_components/live/live-updates';
import { NeedList } from '../_components/need-list';
import { QueueTable } from '../_components/queue-table';
import { TodoTable } from '../_components/todo-table';
import { requireOwner } from '../_session';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Overview' };

export default async function HomePage() {
  const scope = await requireOwner('/');
  const home = await readHome(getRuntime().db, scope);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Overview</h1>
        <LiveUpdates />
      </div>
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
      {home.queues.length > 0 && (
        <section aria-labelledby="queues-title" className={styles.section}>
          <h2 id="queues-title">Queues</h2>
          <QueueTable rows={home.queues} />
        </section>
      )}
      {home.acts.length > 0 && (
        <section aria-labelledby="activity-title" className={styles.section}>
          <h2 id="activity-title">Recent activity</h2>
          <ActList acts={home.acts} />
          <p>
            <Link href="/activity" prefetch={false}>
              All activity
            </Link>
          </p>
        </section>
      )}
    </div>
  );
}

function NeedsYou({ home }: { home: Home }) {
  const isWell = home.deadLetters.length === 0 && home.needs.length === 0;
  return (
    <section aria-labelledby="needs-title" className={styles.section}>
      <h2 id="needs-title">Needs you</h2>
      {isWell && (
        <p className={styles.muted}>Nothing: no dead letter, no spike of deaths, no queue that nobody comes for.</p>
      )}
      <NeedList needs={home.needs} />
      {home.deadLetters.length > 0 && (
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
