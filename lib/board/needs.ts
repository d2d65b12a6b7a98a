import { QUIET_SECONDS } from '../queue/claimability';
import type { QueueFigures } from '../store/board/queue-figures';
import { queueHref } from './queue-href';

/** Something that a human should look at, in one sentence, and where to. */
export interface Need {
  readonly key: string;
  readonly text: string;
  readonly href: string;
  readonly linkText: string;
}

const SPIKE_DEATHS = 3;
const SPIKE_SHARE = 0.25;

/** What the queues' figures ask of their human: deaths in numbers, and work that nobody comes for. */
export function needsOf(figures: readonly QueueFigures[]): Need[] {
  return figures.flatMap((queue) => [...deathSpike(queue), ...unattended(queue)]);
}

/** Three workers of a quarter of all that ended in 15 minutes: one crash is life, a row of them is a cause. */
function deathSpike({ queue, diedLately, endedLately }: QueueFigures): Need[] {
  if (diedLately < SPIKE_DEATHS || diedLately < SPIKE_SHARE * endedLately) return [];
  return [
    {
      key: `spike ${queue}`,
      text: `${diedLately} of ${endedLately} attempts in queue ${queue} died within 15 minutes: their workers never reported.`,
      href: queueHref(queue),
      linkText: 'See what its attempts say',
    },
  ];
}

function unattended({ queue, pending, waitedSeconds, quietSeconds, lastCallAt }: QueueFigures): Need[] {
  const isQuiet = quietSeconds === null || quietSeconds >= QUIET_SECONDS;
  if (pending === 0 || waitedSeconds === null || waitedSeconds < QUIET_SECONDS || !isQuiet) return [];
  const work = pending === 1 ? '1 todo waits' : `${pending.toLocaleString('en')} todos wait`;
  const calls =
    lastCallAt === null || quietSeconds === null
      ? 'none of its endpoints has ever called'
      : `no endpoint of it called for ${Math.floor(quietSeconds / 60)} min`;
  return [
    {
      key: `quiet ${queue}`,
      text: `${work} in queue ${queue} and ${calls}.`,
      href: queueHref(queue),
      linkText: 'See who drains it',
    },
  ];
}
