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
  [/,\s*«\d+»\s*opened_attempt as \([\s\S]*?(?=\s*update todos t)/, ''],
  [/,\s*attempts_total = t\.attempts_total \+ 1,\s*attempts_pruned = greatest\([^)]*\)/, ''],
  [/\s*closed_attempt as \([\s\S]*$/, ''],
  [/\s*and candidate\.attempts_total < «\d+»::int/, ''],
  [/left join closed_attempt x on true/, ''],
  [/\s*, x\.seq as closed_seq[\s\S]*$/, ''],
  // claim
  [/, (t|locked)\.attempts_total/g, ''],
  [/\s*and t\.attempts_total = coalesce\(\(select a\.seq from todo_attempts a [^)]*\), 0\)/, ''],
  // end-lease
  [
    /from todo_attempts a\s*where (t\.id = \S+)\s*and a\.todo_id = \S+\s*and a\.slot = 0\s*and a\.seq = t\.attempts_total/,
    'where $1',
  ],
  [/with moved as \((\s*update todos t[\s\S]*?)\)(?:«\d+»)?\s*update todo_attempts a[\s\S]*$/, '$1'],
  [/case\s*when \S+::bytea is null then a\.lease_token_hash is null[\s\S]*end/, 'true'],
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
