import { buildApplication } from '../../scripts/setup/build.mjs';
import { Refusal } from '../../scripts/setup/refusal.mjs';
import { duration, print, step } from '../../scripts/setup/step.mjs';
import type { Bench, Figure, Goal } from './bench';
import { startBenchCluster } from './cluster';
import { goals } from './goals';
import { serverMeter } from './measure/server-meter';
import { parseOptions } from './options';
import { table, writeJson } from './report';
import { installPeers } from './subjects/peers';

/**
 * Measures the goals of PERFORMANCE.md on a cluster of its own and prints what came of each.
 * @param words the options, see {@link parseOptions}
 * @throws Refusal when an option or a goal is unknown
 */
export async function runBench(words: readonly string[], signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const options = parseOptions(words);
  const wanted = select(options.only);
  if (wanted.some(({ needsBuild }) => needsBuild))
    await step('Building for production', () => buildApplication({ signal }));
  if (wanted.some(({ needsPeers }) => needsPeers)) await installPeers(signal);
  const cluster = await startBenchCluster();
  const figures: Figure[] = [];
  try {
    const meter = await serverMeter(cluster.url);
    const bench: Bench = { clusterUrl: cluster.url, meter, options, signal };
    for (const goal of wanted) figures.push(...(await measure(goal, bench)));
    await meter.close();
  } finally {
    await cluster.stop();
  }
  print(`\n${table(figures)}\n`);
  print(`Beside a ratio: cycles a second, server CPU and write-ahead log a cycle, ours | theirs.`);
  print(`Written to ${writeJson(figures, options, (performance.now() - started) / 1000)}${duration(started)}`);
}

async function measure(goal: Goal, bench: Bench): Promise<Figure[]> {
  let figures: Figure[] = [];
  await step(`${goal.ids.join(', ')}: ${goal.title}`, async () => {
    figures = await goal.run(bench);
    return undefined;
  });
  return figures;
}

function select(only: readonly string[] | undefined): readonly Goal[] {
  const known = goals.flatMap(({ ids }) => ids);
  const unknown = only?.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new Refusal(`--only does not know ${unknown}: it takes ${known.join(', ')}`);
  return goals.filter(({ ids }) => only === undefined || ids.some((id) => only.includes(id)));
}
