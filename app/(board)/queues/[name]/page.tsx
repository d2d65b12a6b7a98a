import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { pageTitle } from '@/lib/board/page-title';
import { decodedSegment, queueHref } from '@/lib/board/queue-href';
import { readQueuePage } from '@/lib/board/queue-page';
import { getRuntime } from '@/lib/runtime';
import { LiveUpdates } from '../../../_components/live/live-updates';
import { NeedList } from '../../../_components/need-list';
import { QueueChart } from '../../../_components/queue-chart';
import { QueueEndpoints } from '../../../_components/queue-endpoints';
import { QueueFacts } from '../../../_components/queue-facts';
import { RedriveForm } from '../../../_components/redrive-form';
import { requireOwner } from '../../../_session';
import styles from './page.module.css';

interface QueueRoute {
  readonly params: Promise<{ name: string }>;
}

const queueOf = cache(async (name: string) => {
  const scope = await requireOwner(queueHref(name));
  return await readQueuePage(getRuntime().db, scope, name);
});

export async function generateMetadata({ params }: QueueRoute): Promise<Metadata> {
  const name = decodedSegment((await params).name);
  return { title: (await queueOf(name)) ? pageTitle(`Queue ${name}`) : 'Not found' };
}

export default async function QueuePage({ params }: QueueRoute) {
  const name = decodedSegment((await params).name);
  const page = await queueOf(name);
  if (!page) notFound();
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Queue {name}</h1>
        <LiveUpdates />
      </div>
      <NeedList needs={page.needs} />
      <QueueFacts page={page} />
      <QueueChart page={page} />
      <section aria-labelledby="redrive-title" className={styles.section}>
        <h2 id="redrive-title">Dead letters</h2>
        {page.redrive ? (
          <p>
            {page.redrive.count} in this queue. <Link href={page.deadLettersHref}>See them</Link>
          </p>
        ) : (
          <p className={styles.muted}>None in this queue.</p>
        )}
        {!getRuntime().config.boardReadOnly && <RedriveForm queue={name} count={page.redrive?.count} />}
      </section>
      <section aria-labelledby="drains-title" className={styles.section}>
        <h2 id="drains-title">Endpoints that drain it</h2>
        {page.endpoints.length === 0 ? (
          <p>
            None: no endpoint was vended with this queue, so nothing in it can be claimed.{' '}
            <Link href="/endpoints/new">Vend an endpoint</Link>
          </p>
        ) : (
          <QueueEndpoints endpoints={page.endpoints} />
        )}
      </section>
    </div>
  );
}
