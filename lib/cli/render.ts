import type { Result } from './command';

type Row = Readonly<Record<string, unknown>>;

/** A result for people: one line a field, and a table for each list of things. */
export function renderText(result: Result): string {
  const fields = Object.entries(result).filter(([, value]) => !isRows(value) && value !== undefined);
  const tables = Object.entries(result).filter((entry): entry is [string, Row[]] => isRows(entry[1]));
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  const lines = fields.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`);
  const sections = tables.map(([name, rows]) => (rows.length === 0 ? `no ${name}` : table(rows)));
  return [lines.join('\n'), ...sections].filter(Boolean).join('\n\n');
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

function table(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) =>
    rows.some((row) => isTold(row[column])),
  );
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A column that says nothing in any row is left out: it would only push the others off the screen. */
function isTold(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false;
}

/** Control characters in what others wrote must not move the cursor of the operator's terminal. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const flat = Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value.join(',') : value;
  return (typeof flat === 'object' ? JSON.stringify(flat) : String(flat)).replace(/\p{C}/gu, '�');
}
