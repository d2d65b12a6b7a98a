/** How many cycles were done, and in which time. */
export interface Run {
  readonly done: number;
  readonly seconds: number;
}

const RUN_SECONDS_MAX = 3;

/** Runs `cycle` by several workers at once until `jobs` are done, or three seconds are over. */
export async function drive(
  cycle: () => Promise<unknown>,
  { workers, jobs, signal }: { workers: number; jobs: number; signal: AbortSignal },
): Promise<Run> {
  const started = performance.now();
  const deadline = started + RUN_SECONDS_MAX * 1000;
  let taken = 0;
  const work = async () => {
    while (taken < jobs && performance.now() < deadline) {
      signal.throwIfAborted();
      taken += 1;
      await cycle();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { done: taken, seconds: (performance.now() - started) / 1000 };
}
