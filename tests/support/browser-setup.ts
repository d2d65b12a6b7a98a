import setUpCluster from './global-setup';
import { startServer } from './server';

/**
 * Playwright's set-up, once a run: one production server with the dev login, told to the specs as SWITCHBOARD_E2E_URL and
 * SWITCHBOARD_E2E_DATABASE_URL. A spec that needs other settings starts a server of its own.
 * @returns the tear-down
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const stopCluster = await setUpCluster();
  const server = await startServer({ env: { SWITCHBOARD_DEV_LOGIN: '1' } });
  process.env.SWITCHBOARD_E2E_URL = server.url;
  process.env.SWITCHBOARD_E2E_DATABASE_URL = server.databaseUrl;
  return async () => {
    await server.stop();
    await stopCluster?.();
  };
}
