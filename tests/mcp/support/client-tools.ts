import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from '@/scripts/setup/install.mjs';
import { neutralEnvironment, projectRoot } from '@/tests/support/project';

const folder = join(projectRoot, 'tests', 'mcp', 'clients');

/** Other people's command-line tools, by the script that starts them. */
const TOOLS = {
  conformance: '@modelcontextprotocol/conformance/dist/index.js',
  inspector: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
} as const;

/** How a tool ended, and what it wrote. */
export interface ToolRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Installs the tools into a folder of their own, unless they are there; the product needs none of them. */
export async function installClientTools(): Promise<void> {
  await installPackages({ dev: false, folder, signal: new AbortController().signal });
}

/**
 * Runs a tool to its end, whatever its exit code.
 * @param home a folder that it may take for its user's
 */
export function runClientTool(tool: keyof typeof TOOLS, args: readonly string[], home: string): Promise<ToolRun> {
  const env = { ...neutralEnvironment(), NODE_ENV: 'production' as const, HOME: home, USERPROFILE: home };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(folder, 'node_modules', TOOLS[tool]), ...args],
      { cwd: home, env, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}
