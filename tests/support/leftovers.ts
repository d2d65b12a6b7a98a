import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterDirOf } from '@/lib/db/embedded/home';
import { runningPostmaster } from '@/lib/db/embedded/postmaster';
import { processIdentity } from '@/lib/db/embedded/processes';

/** What the temporary folder of a run's cluster is called: it names the process that the cluster belongs to. */
export const clusterPrefix = (pid: number) => join(tmpdir(), `switchboard-test-${pid}-`);

/** Ends and removes test clusters whose process was killed outright, which nobody will ever use again. */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^switchboard-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || processIdentity(Number(pid)) !== undefined) continue;
    try {
      removeCluster(join(tmpdir(), name));
    } catch {
      // It belongs to another user.
    }
  }
}

/** Ends a test cluster at once, without waiting for anything, and removes its folder. */
export function removeCluster(folder: string): void {
  const postmaster = runningPostmaster(clusterDirOf(folder));
  if (postmaster !== undefined) process.kill(postmaster.pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
