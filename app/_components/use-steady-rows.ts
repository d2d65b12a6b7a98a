import { type RefObject, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import type { LedgerRow } from '@/lib/board/ledger';

/** A row as it is shown: one that has left the list meanwhile keeps its place until the list may move. */
interface SteadyRow {
  readonly row: LedgerRow;
  readonly isGone: boolean;
}

interface SteadyRows {
  readonly shown: readonly SteadyRow[];
  /** How many rows wait to be shown. */
  readonly news: number;
  /** How many of the shown are no longer in the list. */
  readonly gone: number;
  readonly show: () => void;
}

/**
 * The rows of a list that is refreshed under its reader's hands. What changed is replaced in place; rows come, go and move only
 * while the reader is not at work in the table: no pointer over it, no focus in it, nothing ticked or marked, not scrolled down.
 */
export function useSteadyRows(rows: readonly LedgerRow[], table: RefObject<HTMLTableElement | null>): SteadyRows {
  const [seen, setSeen] = useState(rows);
  const [shown, setShown] = useState(() => rows.map(present));
  if (rows !== seen) {
    setSeen(rows);
    setShown(isAtWork(table.current) ? inPlace(shown, rows) : rows.map(present));
  }
  const show = useCallback(() => {
    // The focus goes to the new first row, which must be there for it.
    flushSync(() => setShown(rows.map(present)));
    table.current?.querySelector<HTMLElement>('tbody a')?.focus({ preventScroll: true });
  }, [rows, table]);
  const places = new Set(shown.map(({ row }) => row.id));
  const news = rows.filter((row) => !places.has(row.id)).length;
  return { shown, news, gone: shown.filter(({ isGone }) => isGone).length, show };
}

function present(row: LedgerRow): SteadyRow {
  return { row, isGone: false };
}

function inPlace(shown: readonly SteadyRow[], rows: readonly LedgerRow[]): SteadyRow[] {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  return shown.map(({ row }) => ({ row: fresh.get(row.id) ?? row, isGone: !fresh.has(row.id) }));
}

function isAtWork(table: HTMLTableElement | null): boolean {
  if (!table || document.querySelector('dialog[open]')) return false;
  const selection = document.getSelection();
  const isMarked = selection !== null && !selection.isCollapsed && selection.containsNode(table, true);
  const isScrolled = table.getBoundingClientRect().top < 0;
  return table.matches(':hover, :focus-within') || table.querySelector(':checked') !== null || isMarked || isScrolled;
}
