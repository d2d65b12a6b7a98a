import { describe, expect, it } from 'vitest';
import { ledgerHref, parseLedgerQuery } from '@/lib/board/ledger-query';
import { encodeCursor } from '@/lib/queue/cursor';

const CURSOR = encodeCursor({
  createdAt: '2026-09-22T16:00:00.123456Z',
  id: 'td_0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000',
});

describe('the ledger’s URL', () => {
  it('holds state, queue and cursor', () => {
    const query = parseLedgerQuery({ state: 'dead_letter', queue: 'a & b', cursor: CURSOR });
    expect(query).toEqual({ state: 'dead_letter', queue: 'a & b', cursor: CURSOR, notes: [] });
  });

  it('counts an empty value as none and takes the first of several', () => {
    expect(parseLedgerQuery({ state: '', queue: ['ci', 'x'] })).toEqual({
      state: undefined,
      queue: 'ci',
      cursor: undefined,
      notes: [],
    });
  });

  it.each([
    [{ state: 'nonsense' }, 'Ignored the unknown state “nonsense”.'],
    [{ state: 'toString' }, 'Ignored the unknown state “toString”.'],
    [{ state: 'failed' }, 'Ignored the state “failed”: a failed todo is either retrying or a dead letter.'],
    [{ cursor: 'nonsense' }, 'Ignored a page position that this list did not make; this is the newest page.'],
    [{ queue: '\u0000' }, 'Ignored a queue that no queue can be named.'],
    [{ sort: 'title', page: '2' }, 'Ignored, not a filter of this page: “sort”, “page”.'],
    [{ state: 'x'.repeat(200) }, `Ignored the unknown state “${'x'.repeat(60)}…”.`],
  ])('ignores %j with a note', (params, note) => {
    expect(parseLedgerQuery(params)).toMatchObject({ state: undefined, cursor: undefined, notes: [note] });
  });

  it('is made from filters without the empty ones', () => {
    expect(ledgerHref({})).toBe('/todos');
    expect(ledgerHref({ state: 'done', queue: undefined, cursor: '' })).toBe('/todos?state=done');
    expect(ledgerHref({ queue: 'a & b' })).toBe('/todos?queue=a+%26+b');
  });
});
