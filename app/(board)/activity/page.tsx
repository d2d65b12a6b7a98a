import type { Metadata } from 'next';
import Link from 'next/link';
import { readActivity } from '@/lib/board/activity';
import type { SearchParams } from '@/lib/board/ledger-query';
import { getRuntime } from '@/lib/runtime';
import { ActList } from '../../_components/act-list';
import { JobList } from '../../_components/job-list';
import { LiveUpdates } from '../../_components/live/live-updates';
import { requireOwner } from '../../_session';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { before } = await searchParams;
  const scope = await requireOwner('/activity');
  const activity = await readActivity(getRuntime().db, scope, typeof before === 'string' ? before : undefined);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Activity</h1>
        <LiveUpdates />
      </div>
      {activity.jobs.length > 0 && (
        <section aria-labelledby="jobs-title" className={styles.section}>
          <h2 id="jobs-title">Bulk jobs</h2>
          <JobList jobs={activity.jobs} />
        </section>
      )}
      <section aria-labelledby="acts-title" className={styles.section}>
        <h2 id="acts-title">What humans did</h2>
        {activity.acts.length === 0 ? (
          <p className={styles.muted}>
            {activity.isOlder
              ? 'There is nothing older.'
              : 'Nothing yet. Whatever you do to a todo or an endpoint on this Board is listed here.'}
          </p>
        ) : (
          <ActList acts={activity.acts} />
        )}
        {(activity.olderHref || activity.isOlder) && (
          <nav aria-label="Pages" className={styles.pages}>
            {activity.isOlder && (
              <Link href="/activity" prefetch={false}>
                Newest
              </Link>
            )}
            {activity.olderHref && (
              <Link href={activity.olderHref} prefetch={false}>
                Older
              </Link>
            )}
          </nav>
        )}
      </section>
    </div>
  );
}
