/** Starts the reaper, the retry scheduler and retention, once per process and before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { bootOrExit } = await import('./lib/boot');
    await bootOrExit();
  }
}
