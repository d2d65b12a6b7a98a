// Preloaded into a server whose vitals are taken: SIGUSR2 collects its garbage and tells what still waits or listens in it.
const { getEventListeners } = require('node:events');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const intervals = new Set();
const { setInterval: begin, clearInterval: end } = globalThis;
globalThis.setInterval = (...args) => {
  const timer = begin(...args);
  intervals.add(timer);
  return timer;
};
globalThis.clearInterval = (timer) => {
  intervals.delete(timer);
  end(timer);
};

process.on('SIGUSR2', () => {
  collect();
  const runtime = globalThis[Symbol.for('switchboard')];
  const listeners = runtime ? getEventListeners(runtime.abort.signal, 'abort').length : 0;
  process.stdout.write(`held ${JSON.stringify({ intervals: intervals.size, listeners })}\n`);
});
