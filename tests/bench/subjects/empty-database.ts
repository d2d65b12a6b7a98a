import { randomBytes } from 'node:crypto';
import { connect, type PoolDb } from '@/lib/db/connection';
import type { Bench } from '../bench';

/** A database of a peer's own, without our schema. */
export interface EmptyDatabase {
  readonly url: string;
  readonly admin: PoolDb['sql'];
  vacuum(): Promise<void>;
  drop(): Promise<void>;
}

export async function emptyDatabase({ clusterUrl }: Bench): Promise<EmptyDatabase> {
  const name = `peer_${randomBytes(8).toString('hex')}`;
  const cluster = connect(clusterUrl, { max: 1, statementTimeoutMs: 0 });
  await cluster`create database ${cluster(name)}`;
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const admin = connect(url.href, { max: 1, statementTimeoutMs: 0 });
  return {
    url: url.href,
    admin,
    vacuum: async () => {
      await admin`vacuum (analyze)`;
    },
    async drop() {
      await admin.end({ timeout: 5 });
      await cluster`drop database if exists ${cluster(name)} with (force)`;
      await cluster.end({ timeout: 5 });
    },
  };
}
