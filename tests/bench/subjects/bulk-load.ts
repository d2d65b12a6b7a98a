import type { StoreDatabase } from './store-database';

/** Adds many rows at once: without their indexes, foreign keys and flushes, all of which are back afterwards. */
export async function bulkLoad({ admin }: StoreDatabase, load: () => Promise<unknown>): Promise<void> {
  const indexes = await admin<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid = 'todos'::regclass and not indisprimary`;
  for (const { name } of indexes) await admin.unsafe(`drop index ${name}`);
  await admin`set session_replication_role = replica`;
  await admin`set synchronous_commit = off`;
  await load();
  await admin`reset session_replication_role`;
  await admin`reset synchronous_commit`;
  for (const { definition } of indexes) await admin.unsafe(definition);
  await admin`vacuum (analyze) todos`;
}
