/** Starts the reaper, the retry scheduler and retention, once per process and before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { boot } = await import('./lib/runtime');
  try {
    await boot();
  } catch (error) {
    // Next would go on and answer 500 to everything.
    process.stderr.write(`switchboard: cannot start: ${error instanceof Error ? error.message : 'unknown error'}\n`);
    process.exit(1);
  }
}
