import { CLUSTER_VARIABLE, ensureTemplate, startTestCluster } from './cluster';
import { forgetSettings } from './project';

/**
 * Vitest's set-up, once a run: the cluster of `npm test`, or one of its own when a file is run by hand.
 * @returns the tear-down
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  forgetSettings();
  const given = process.env[CLUSTER_VARIABLE];
  if (given !== undefined) {
    await ensureTemplate(given);
    return undefined;
  }
  const cluster = await startTestCluster();
  process.env[CLUSTER_VARIABLE] = cluster.url;
  await ensureTemplate(cluster.url);
  return async () => {
    delete process.env[CLUSTER_VARIABLE];
    await cluster.stop();
  };
}
