const SHOWN_AFTER_MS = 1_500;
const REMINDER_MS = 15_000;
const REDRAW_MS = 500;
const isTerminal = process.stdout.isTTY === true;

let running;

/** Prints a line, leaving a progress line on the terminal intact below it. */
export function print(line = '') {
  erase();
  process.stdout.write(`${line}\n`);
  draw();
}

/**
 * Runs one step of several and prints one line for it when it has ended. A slow one shows that it is alive: on a terminal
 * by a line that counts seconds, elsewhere by a line at its beginning and every quarter of a minute.
 * @param label what is being done
 * @param act may return the text to print instead of the label once it is done
 */
export async function step(label, act) {
  const started = performance.now();
  running = { label, started };
  const timer = isTerminal ? setInterval(redraw, REDRAW_MS) : remind(label, started);
  try {
    const done = (await act()) ?? label;
    finish(timer);
    print(`✓ ${done}${duration(started)}`);
  } catch (error) {
    finish(timer);
    throw error;
  }
}

/** Elapsed time as ` (3.2 s)`; empty for what took no time worth telling. */
export function duration(started) {
  const seconds = (performance.now() - started) / 1000;
  return seconds < 0.1 ? '' : ` (${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s)`;
}

function remind(label, started) {
  let next = SHOWN_AFTER_MS;
  return setInterval(() => {
    const elapsed = performance.now() - started;
    if (elapsed < next) return;
    print(next === SHOWN_AFTER_MS ? `… ${label}` : `… ${label},${duration(started).replace(/[()]/g, '')}`);
    next += REMINDER_MS;
  }, REDRAW_MS);
}

function finish(timer) {
  clearInterval(timer);
  erase();
  running = undefined;
}

function redraw() {
  erase();
  draw();
}

function draw() {
  if (!isTerminal || running === undefined) return;
  if (performance.now() - running.started < SHOWN_AFTER_MS) return;
  process.stdout.write(`… ${running.label}${duration(running.started)}`);
}

function erase() {
  if (isTerminal && running !== undefined) process.stdout.write('\r\x1b[K');
}
