import { reasonOf } from './errors';
import type { Home } from './home';
import { exclusively } from './launchers';
import { runningPostmaster } from './postmaster';

const CHECK_INTERVAL_MS = 1_000;

/** A watch over a cluster's server; `stop` returns when no restart is under way any more. */
export interface Supervisor {
  stop(): Promise<void>;
}

/**
 * Watches the server of a cluster and has it started again when it died, so that a killed database does not end the
 * application, which keeps its connection URL.
 * @param restart attaches to or starts the server on its old port
 * @param say told of every restart, and once of a restart that keeps failing
 */
export function superviseCluster(home: Home, restart: () => Promise<unknown>, say: (line: string) => void): Supervisor {
  let stopped = false;
  let underWay: Promise<void> | undefined;
  let complaint = '';
  const revive = async () => {
    try {
      await exclusively(home.dir, async () => {
        if (stopped || runningPostmaster(home.clusterDir) !== undefined) return;
        await restart();
        say('PostgreSQL had ended and was started again');
      });
      complaint = '';
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== complaint) say(`PostgreSQL ended and could not be started again: ${reason}`);
      complaint = reason;
    }
  };
  const timer = setInterval(() => {
    if (underWay !== undefined || runningPostmaster(home.clusterDir) !== undefined) return;
    underWay = revive().finally(() => {
      underWay = undefined;
    });
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
