import type { Metadata } from 'next';
import Link from 'next/link';
import { readEndpointChoices } from '@/lib/board/create-todo';
import { type Ledger, readLedger } from '@/lib/board/ledger';
import { ledgerHref, type SearchParams } from '@/lib/board/ledger-query';
import { getRuntime } from '@/lib/runtime';
import { MarksLegend } from '../../_components/attempt-marks';
import { BulkBar } from '../../_components/bulk-bar';
import { BULK_FORM } from '../../_components/bulk-form';
import { CreateTodoForm } from '../../_components/create-todo-form';
import { LedgerFilters } from '../../_components/ledger-filters';
import { LiveUpdates } from '../../_components/live/live-updates';
import { TodoTable } from '../../_components/todo-table';
import { requireOwner } from '../../_session';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Todos' };

export default async function TodosPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const scope = await requireOwner(ledgerHref(params));
  const { db, config } = getRuntime();
  const [ledger, endpoints] = await Promise.all([readLedger(db, scope, params), readEndpointChoices(db, scope)]);
  const mayAct = !config.boardReadOnly;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Todos</h1>
        <LiveUpdates />
      </div>
      {mayAct && endpoints.length > 0 && <CreateTodoForm endpoints={endpoints} />}
      <LedgerFilters ledger={ledger} />
      {ledger.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {mayAct && <BulkBar ledger={bulkPartOf(ledger)} hasRows={ledger.rows.length > 0} />}
      {ledger.rows.length === 0 ? (
        <Nothing isFiltered={ledger.isFiltered} isOlder={ledger.newestHref !== undefined} />
      ) : (
        <TodoTable
          key={ledgerHref(params)}
          caption={ledger.caption}
          rows={ledger.rows}
          {...(mayAct && { bulkForm: BULK_FORM })}
        />
      )}
      <Pages ledger={ledger} />
      {ledger.rows.length > 0 && <MarksLegend />}
    </div>
  );
}

function bulkPartOf({
  acts,
  bulk,
  state,
  queue,
  search,
}: Ledger): Pick<Ledger, 'acts' | 'bulk' | 'state' | 'queue' | 'search'> {
  return { acts, bulk, state, queue, search };
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
