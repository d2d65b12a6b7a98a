import type { Metadata } from 'next';
import Link from 'next/link';
import { type Ledger, readLedger } from '@/lib/board/ledger';
import { ledgerHref, type SearchParams } from '@/lib/board/ledger-query';
import { getRuntime } from '@/lib/runtime';
import { MarksLegend } from '../../_components/attempt-marks';
import { LedgerFilters } from '../../_components/ledger-filters';
import { TodoTable } from '../../_components/todo-table';
import { requireOwner } from '../../_session';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Todos' };

export default async function TodosPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const scope = await requireOwner(ledgerHref(params));
  const ledger = await readLedger(getRuntime().db, scope, params);
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Todos</h1>
      <LedgerFilters ledger={ledger} />
      {ledger.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {ledger.rows.length === 0 ? (
        <Nothing isFiltered={ledger.isFiltered} isOlder={ledger.newestHref !== undefined} />
      ) : (
        <TodoTable caption={captionOf(ledger)} rows={ledger.rows} />
      )}
      <Pages ledger={ledger} />
      {ledger.rows.length > 0 && <MarksLegend />}
    </div>
  );
}

function captionOf({ rows, state, queue, newestHref }: Ledger): string {
  const count = rows.length === 1 ? '1 todo' : `${rows.length} todos`;
  const kind = state === undefined ? '' : `, ${state.replace('_', ' ')}`;
  const place = queue === undefined ? '' : `, queue ${queue}`;
  return `${count}${kind}${place}, newest first${newestHref ? ', older page' : ''}`;
}

function Pages({ ledger }: { ledger: Ledger }) {
  if (!ledger.olderHref && !ledger.newestHref) return null;
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {ledger.newestHref && (
        <Link href={ledger.newestHref} prefetch={false}>
          Newest
        </Link>
      )}
      {ledger.olderHref && (
        <Link href={ledger.olderHref} prefetch={false}>
          Older
        </Link>
      )}
    </nav>
  );
}

function Nothing({ isFiltered, isOlder }: { isFiltered: boolean; isOlder: boolean }) {
  if (isOlder) return <p>There is nothing older.</p>;
  if (isFiltered) {
    return (
      <p>
        No todo matches. <Link href="/todos">Show all todos</Link>
      </p>
    );
  }
  return (
    <p>
      There are no todos yet. <Link href="/endpoints">Send a test todo from an endpoint</Link>, or create one in a
      shell: <code>npm run switchboard -- todo create --endpoint ID --queue NAME --title TEXT</code>
    </p>
  );
}
