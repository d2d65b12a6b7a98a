import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackages } from '../../../scripts/setup/install.mjs';
import { print, step } from '../../../scripts/setup/step.mjs';
import { projectRoot } from '../../support/project';

const folder = join(projectRoot, 'tests', 'bench');

/** Installs the peers' packages into the bench's own folder, unless they are there. Without them their goals are skipped. */
export async function installPeers(signal: AbortSignal): Promise<void> {
  try {
    await step('Installing the peers', async () => {
      await installPackages({ dev: false, folder, signal });
      return 'The peers are installed';
    });
  } catch (error) {
    signal.throwIfAborted();
    print(`✗ The peers cannot be installed: ${error instanceof Error ? error.message : error}`);
  }
}

/** Loads one of the peers' packages; undefined when it is not installed. The caller states the part of it that it uses. */
export function loadPeer(name: string): unknown {
  try {
    return createRequire(join(folder, 'package.json'))(name);
  } catch {
    return undefined;
  }
}
