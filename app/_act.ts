import { headers } from 'next/headers';
import { isBoardOrigin } from '@/lib/auth/session-origin';
import type { OwnerScope } from '@/lib/queue/scope';
import { getRuntime, type Runtime } from '@/lib/runtime';
import { requireOwner } from './_session';

/** What an act gets once it may go on. */
export interface ActContext {
  readonly runtime: Runtime;
  readonly scope: OwnerScope;
}

/**
 * The gate of every act that changes something: a page of ours sent it, someone is signed in, and the Board is not read-only.
 * proxy.ts refuses the first and the last with 403 already; this is for whatever gets past it.
 * @param path where the human was, to come back to after sign-in
 * @returns undefined when the act is refused
 */
export async function beginAct(path: string): Promise<ActContext | undefined> {
  const runtime = getRuntime();
  runtime.frontDoor.noteAct();
  const origin = (await headers()).get('origin');
  if (runtime.config.boardReadOnly || !isBoardOrigin(origin, runtime.config.baseUrl)) return undefined;
  return { runtime, scope: await requireOwner(path) };
}

export const REFUSED = {
  kind: 'refused',
  text: 'Refused: this Board is read-only, or the form came from another site.',
} as const;
