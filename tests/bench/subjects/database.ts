import { randomBytes } from 'node:crypto';
import { connect, type PoolDb } from '@/lib/db/connection';
import type { Bench } from '../bench';

/** A database of one side's own. */
export interface OwnDatabase {
  readonly url: string;
  /** A connection without a time limit, for bulk work. */
  readonly admin: PoolDb['sql'];
  drop(): Promise<void>;
}

/**
 * Makes a database on the bench's cluster.
 * @param template the database to copy; an empty one by default
 */
export async function openDatabase({ clusterUrl }: Bench, template = 'template1'): Promise<OwnDatabase> {
  const name = `bench_${randomBytes(8).toString('hex')}`;
  const cluster = connect(clusterUrl, { max: 1, statementTimeoutMs: 0 });
  await cluster`create database ${cluster(name)} template ${cluster(template)}`;
  const url = databaseUrlOn(clusterUrl, name);
  const admin = connect(url, { max: 1, statementTimeoutMs: 0 });
  return {
    url,
    admin,
    async drop() {
      await admin.end({ timeout: 5 });
      await cluster`drop database if exists ${cluster(name)} with (force)`;
      await cluster.end({ timeout: 5 });
    },
  };
}

/** The URL of another database of a cluster. */
export function databaseUrlOn(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
