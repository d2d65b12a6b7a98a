import { stampPeerAddress } from './auth/client-address';
import { connect } from './db/connection';
import { migrate } from './db/migrate';
import { logFrameworkErrors } from './framework-errors';
import { isLoopback, listeningAddresses } from './http/listening';
import { closeSlowRequests } from './http/slow-requests';
import { errorFields } from './log';
import { getRuntime, type Runtime } from './runtime';
import { shutDownOnSignals } from './shutdown';
import { CHANGES_CHANNEL } from './signals/change-notifier';
import { countHttpAnswers } from './signals/http-metrics';
import { listenForReady } from './signals/listen';
import { SESSION_CHANNEL } from './store/mcp-sessions/tell-session-news';
import { addQueueMinutes } from './store/sweeps/add-queue-minutes';
import { startDuties } from './workers/duties';

/** Boots the process, or ends it with one line that says why: Next would go on and answer 500 to everything. */
export async function bootOrExit(): Promise<void> {
  try {
    await boot();
  } catch (error) {
    process.stderr.write(`switchboard: cannot start: ${error instanceof Error ? error.message : 'unknown error'}\n`);
    process.exit(1);
  }
}

/**
 * Brings the process up: schema, listener, loops and a clean end. Called once, by instrumentation, before any request is served.
 * @throws when the database cannot be reached or was migrated by a newer version
 */
async function boot(): Promise<void> {
  const runtime = getRuntime();
  const { log, abort } = runtime;
  assertListensWhereTold(runtime);
  stampPeerAddress();
  runtime.frontDoor.open();
  logFrameworkErrors(log);
  closeSlowRequests();
  countHttpAnswers(runtime.metrics);
  const ends: (() => Promise<unknown>)[] = [];
  // Before anything that may wait: a signal in the middle of booting must end the process as well.
  shutDownOnSignals(log, async () => {
    abort.abort();
    await Promise.allSettled(ends.map((end) => end()));
  });
  await migrate(runtime.directUrl, undefined, abort.signal);
  const listener = await listenForReady({
    connect: () => connect(runtime.directUrl, { max: 1 }),
    sql: runtime.db.sql,
    doorbell: runtime.doorbell,
    instance: runtime.instance,
    channels: { [SESSION_CHANNEL]: (text) => runtime.mcp.hear(text), [CHANGES_CHANNEL]: runtime.feed.take },
    onResumed: () => {
      runtime.mcp.resumeHearing();
      runtime.feed.resume();
    },
    onError: (error) => log.warn({ event: 'listen_failed', ...errorFields(error) }),
  });
  const duties = startDuties(runtime, abort.signal);
  const hooks = runtime.config.notifyHooksMax > 0 ? runtime.hookSender.run(abort.signal) : undefined;
  ends.push(
    () => duties,
    async () => hooks,
    () => runtime.notifier.flush(),
    () => addQueueMinutes(runtime.db, runtime.queueMinutes.drain()),
    () => listener.end(),
  );
  runtime.booted = true;
  log.info({ event: 'ready', instance: runtime.instance });
}

/**
 * Started without our launcher, Next listens on every interface unless told otherwise.
 * @throws when others could then use the sign-in form that takes any email
 */
function assertListensWhereTold({ config, log }: Runtime): void {
  for (const address of listeningAddresses()) {
    if (config.devLogin && !isLoopback(address)) {
      throw new Error(
        `SWITCHBOARD_DEV_LOGIN is on and the server listens on ${address}: start it with -H 127.0.0.1, or switch the dev login off`,
      );
    }
    if (isLoopback(config.host) && !isLoopback(address))
      log.warn({ event: 'listens_beyond_host', address, expected: config.host });
  }
}
