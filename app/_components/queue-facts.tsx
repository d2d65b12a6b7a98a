import Link from 'next/link';
import type { QueuePage } from '@/lib/board/queue-page';
import styles from './queue-facts.module.css';
import { At } from './time';

/** How a queue stands now. */
export function QueueFacts({ page }: { page: QueuePage }) {
  const { figures } = page;
  return (
    <section aria-labelledby="depth-title" className={styles.section}>
      <h2 id="depth-title">Now</h2>
      <dl className={styles.figures}>
        <Figure name="pending" value={figures.pending} />
        <Figure name="claimed" value={figures.claimed} />
        <Figure name="retrying" value={figures.retrying} />
        <Figure name="dead letters" value={figures.deadLetters} />
      </dl>
      <p>
        {figures.oldest ? (
          <>
            The oldest pending todo waits since <At at={figures.oldest} />.
          </>
        ) : (
          'Nothing waits.'
        )}{' '}
        <Link href={page.todosHref} prefetch={false}>
          All todos of this queue
        </Link>
      </p>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
