const REPEAT_MS = 1_000;
const PARENT_CHECK_MS = 500;

/**
 * Listens for the wish to stop: Ctrl-C, SIGTERM (npm passes it on), a closed terminal, or the end of the npm that started
 * us. npm repeats a Ctrl-C that the terminal sent already, so only one that comes a second later counts as the second.
 * @returns `signal` aborts at the first wish, `forced` at a second Ctrl-C
 */
export function stopRequests() {
  const first = new AbortController();
  const second = new AbortController();
  let since = 0;
  const stop = (reason) => {
    if (!first.signal.aborted) {
      since = performance.now();
      first.abort(reason);
    } else if (reason === 'SIGINT' && performance.now() - since > REPEAT_MS) second.abort(reason);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop(name));
  if (process.env.npm_lifecycle_event !== undefined) watchParent(() => stop('npm ended'));
  // A closed terminal or a reader that went away must not end the orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return { signal: first.signal, forced: second.signal };
}

/** npm killed outright tells nobody, and a shell between npm and us may die of the signal meant for us. */
function watchParent(onGone) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}
