import type { PoolDb } from '@/lib/db/connection';

/**
 * The store without attempts ("d" in PERFORMANCE.md): the very verbs of lib/store over a tag that takes every mention of
 * attempts out of their statements. So d has whatever the store's statements have otherwise, today and after a change; a
 * statement that these edits do not fit stops the bench.
 */
export function withoutAttempts(db: PoolDb): PoolDb {
  const sql = new Proxy(db.sql, {
    apply(tag, self, [strings, ...values]: unknown[]) {
      if (!isTemplate(strings)) return Reflect.apply(tag, self, [strings, ...values]);
      const edited = editedOf(strings);
      return Reflect.apply(tag, self, [edited.strings, ...edited.kept.map((index) => values[index])]);
    },
  });
  return { ...db, sql };
}

/** Takes the attempts out of a migrated database. */
export async function dropAttempts(sql: PoolDb['sql']): Promise<void> {
  await sql`drop table todo_attempts`;
  await sql`alter table todos drop column attempts_total, drop column attempts_pruned`;
}

/** In order; each is applied wherever it fits. */
const EDITS: readonly (readonly [RegExp, string])[] = [
  // take-candidate
  [/^, attempts_pruned = greatest[\s\S]*$/, ''],
  [/^\((«\d+»)\) c where c\.attempts_total < «\d+»::int$/, '($1) c'],
  [
    /with («\d+»)\s*opened_attempt as \([\s\S]*?from («\d+»)\s*returning todo_id\s*\)(\s*update todos t[\s\S]*?),\s*attempts_total = t\.attempts_total \+ 1\s*«\d+»(\s*where t\.id = \(select )o\.todo_id from opened_attempt o\)/,
    '$1$3$4c.id from $2)',
  ],
  [/^\s*(candidate as materialized \(«\d+»\)),\s*closed_attempt as \([\s\S]*$/, 'with $1'],
  [/\s*, \(select x\.seq from closed_attempt x\)[\s\S]*$/, ''],
  // claim
  [/, (t|locked)\.attempts_total/g, ''],
  [/\s*and t\.attempts_total = coalesce\(\(select a\.seq from todo_attempts a [^)]*\), 0\)/, ''],
  // open-attempt
  [/t\.attempts_total = \(select a\.seq from todo_attempts a [^)]*\)/, 'true'],
  [/a\.lease_token_hash is null/, 'true'],
  // end-lease
  [/with moved as \((\s*update todos t[\s\S]*?),\s*date_part\('epoch'[\s\S]*select \* from moved$/, '$1'],
  [/outcome = '(completed|released|failed)',\s*disposition = [\s\S]*$/, ''],
];

const LEFT_OVER = /todo_attempts|attempts_total|attempts_pruned|lease_token_hash|closed_/;

interface Edited {
  readonly strings: TemplateStringsArray;
  /** Which of the values are still bound, in order. */
  readonly kept: readonly number[];
}

const cache = new WeakMap<TemplateStringsArray, Edited>();

function editedOf(strings: TemplateStringsArray): Edited {
  const known = cache.get(strings);
  if (known) return known;
  const text = EDITS.reduce((sql, [find, put]) => sql.replace(find, put), marked(strings));
  if (LEFT_OVER.test(text))
    throw new Error(`the store without attempts cannot be derived from this statement any more:\n${text}`);
  const pieces = text.split(/«(\d+)»/);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  const edited = {
    strings: Object.assign(texts, { raw: texts }),
    kept: pieces.filter((_, index) => index % 2 === 1).map(Number),
  };
  cache.set(strings, edited);
  return edited;
}

/** A template as one text, its values as «0», «1», …. */
function marked(strings: TemplateStringsArray): string {
  return strings.reduce((text, piece, index) => `${text}«${index - 1}»${piece}`);
}

function isTemplate(strings: unknown): strings is TemplateStringsArray {
  return Array.isArray(strings) && 'raw' in strings;
}
