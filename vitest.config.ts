import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The folders of one project, and how long one of its tests may take. */
const project = (name: string, folder: string, testTimeout = 20_000) => ({
  extends: true as const,
  test: { name, include: [`tests/${folder}/**/*.test.ts`], testTimeout },
});

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/[\\/]$/, '') } },
  test: {
    globalSetup: './tests/support/global-setup.ts',
    hookTimeout: 60_000,
    projects: [
      project('unit', 'unit'),
      project('spec', 'spec-*'),
      project('race', 'race', 60_000),
      project('mcp', 'mcp', 60_000),
      project('launcher', 'launcher', 120_000),
    ],
  },
});
