import Form from 'next/form';
import Link from 'next/link';
import type { Ledger } from '@/lib/board/ledger';
import controls from './controls.module.css';
import styles from './ledger-filters.module.css';

/** The list's filters: states as links, queue and search as a form. All are the URL, so all work without script. */
export function LedgerFilters({ ledger }: { ledger: Ledger }) {
  return (
    <div className={styles.filters}>
      <nav aria-label="State">
        <ul className={styles.states}>
          {ledger.states.map((link) => (
            <li key={link.label}>
              <Link
                href={link.href}
                prefetch={false}
                aria-current={link.isCurrent ? 'true' : undefined}
                className={styles.state}
              >
                {link.label}
                {link.count && <span className={styles.count}> {link.count}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form action="/todos" scroll={false} className={styles.form}>
        {ledger.state && <input type="hidden" name="state" value={ledger.state} />}
        <label htmlFor="queue-filter">Queue</label>
        <select
          key={`queue ${ledger.queue}`}
          id="queue-filter"
          name="queue"
          defaultValue={ledger.queue ?? ''}
          className={controls.select}
        >
          <option value="">all</option>
          {ledger.queues.map((queue) => (
            <option key={queue}>{queue}</option>
          ))}
        </select>
        <label htmlFor="search">Search</label>
        <input
          key={`search ${ledger.search}`}
          id="search"
          name="q"
          type="search"
          defaultValue={ledger.search ?? ''}
          placeholder="Title, id or key"
          maxLength={200}
          className={controls.input}
        />
        <button type="submit" className={controls.button}>
          Apply
        </button>
      </Form>
    </div>
  );
}
