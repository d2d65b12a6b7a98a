import { defineConfig } from 'playwright/test';
import { browserOptions } from './tests/support/browser';

export default defineConfig({
  testDir: './tests/e2e',
  outputDir: './test-results',
  globalSetup: './tests/support/browser-setup.ts',
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  forbidOnly: process.env.CI !== undefined,
  use: { baseURL: process.env.SWITCHBOARD_E2E_URL, launchOptions: browserOptions(), trace: 'retain-on-failure' },
});
