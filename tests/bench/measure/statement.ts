import postgres from 'postgres';
import type { Db, PoolDb } from '@/lib/db/connection';

/** A statement as the store sent it. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * What a verb sends to the server, over a connection of the driver's own that tells it; undone afterwards. A verb that throws has
 * sent its statements all the same.
 * @throws Error when it sent nothing: figures on nothing would be met by anything
 */
export async function statementsOf(
  { db, url }: { readonly db: PoolDb; readonly url: string },
  act: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const sent: Statement[] = [];
  const undo = new Error('undone');
  let recording = false;
  const debug = (_connection: number, text: string, parameters: unknown[]) => {
    if (recording) sent.push({ text, parameters });
  };
  const told = postgres(url, { max: 1, debug });
  await told
    .begin(async (sql) => {
      recording = true;
      await act({ ...db, sql }).catch(() => {});
      recording = false;
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    })
    .finally(() => told.end({ timeout: 5 }));
  if (sent.length === 0) throw new Error('the verb sent no statement that could be measured');
  return sent;
}

/** A bound value as PostgreSQL reads it from text. */
export function inText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value);
}

/** What a statement did under a generic plan. */
export interface Explained {
  /** Shared buffers that it touched. */
  readonly buffers: number;
  /** Index scans on todos, by index. */
  readonly indexes: readonly string[];
  /** Tables that it read row by row. */
  readonly scanned: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'CTE Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs a statement under a generic plan, undone afterwards, and tells what it read. */
export async function explain(db: PoolDb, { text, parameters }: Statement): Promise<Explained> {
  const connection = await db.sql.reserve();
  try {
    const values = parameters.map((value) => (value === null ? 'null' : `'${inText(value).replaceAll("'", "''")}'`));
    const call = values.length === 0 ? 'probe' : `probe(${values.join(', ')})`;
    await connection.unsafe('set plan_cache_mode = force_generic_plan');
    await connection.unsafe(`prepare probe as ${text}`);
    await connection.unsafe(`begin; execute ${call}; rollback`);
    await connection.unsafe('begin');
    const [row] = await connection.unsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
      `explain (analyze, buffers, format json) execute ${call}`,
    );
    await connection.unsafe('rollback; deallocate probe; reset plan_cache_mode');
    if (row === undefined) throw new Error('no plan');
    return summarise(row['QUERY PLAN'][0].Plan);
  } finally {
    connection.release();
  }
}

/** The top node's buffers miss those of the data-modifying CTEs that nobody reads, which run after it. */
function summarise(plan: PlanNode): Explained {
  const nodes = nodesOf(plan);
  const read = new Set(nodes.map((node) => node['CTE Name']));
  const unread = nodes.filter(
    (node) => node['Subplan Name']?.startsWith('CTE ') && !read.has(node['Subplan Name'].slice(4)),
  );
  const buffers = [plan, ...unread].reduce(
    (sum, node) => sum + node['Shared Hit Blocks'] + node['Shared Read Blocks'],
    0,
  );
  const ran = nodes.filter((node) => node['Actual Loops'] > 0);
  return {
    buffers,
    indexes: [...new Set(ran.flatMap((node) => node['Index Name'] ?? []))],
    scanned: ran.filter((node) => node['Node Type'] === 'Seq Scan').flatMap((node) => node['Relation Name'] ?? []),
  };
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
