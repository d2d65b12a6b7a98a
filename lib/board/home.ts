import type { Db } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { countTodosAsOwner } from '../store/board/count-todos-as-owner';
import { listTodosAsOwner } from '../store/board/list-todos-as-owner';
import { listEndpoints } from '../store/endpoints/list-endpoints';
import { countInWords, type LedgerRow, toRow } from './ledger';
import { ledgerHref } from './ledger-query';
import { type BoardState, OFFERED_STATES, stateLabel } from './states';

const DEAD_LETTERS_SHOWN = 10;

/** One of the three steps from nothing to a first todo done. */
export interface FirstStep {
  readonly name: 'vend' | 'connect' | 'send';
  readonly isDone: boolean;
}

/** The page `/`. */
export interface Home {
  /** The newest dead letters; empty when all is well. */
  readonly deadLetters: readonly LedgerRow[];
  readonly deadLetterCount: string;
  readonly counts: readonly { state: BoardState; label: string; count: string; href: string }[];
  /** Undefined once all three are done. */
  readonly firstSteps: readonly FirstStep[] | undefined;
  /** Where a test todo can be sent from. */
  readonly newestEndpointId: string | undefined;
}

/** Reads what the human's first page shows. */
export async function readHome(db: Db, scope: OwnerScope): Promise<Home> {
  const [page, counts, endpoints] = await Promise.all([
    listTodosAsOwner(db, scope, { state: 'dead_letter' }),
    countTodosAsOwner(db, scope),
    listEndpoints(db, scope),
  ]);
  const steps: FirstStep[] = [
    { name: 'vend', isDone: endpoints.length > 0 },
    { name: 'connect', isDone: endpoints.some((endpoint) => endpoint.lastSeenAt !== null) },
    { name: 'send', isDone: Object.values(counts).some((count) => count > 0) },
  ];
  return {
    deadLetters: page.todos
      .slice(0, DEAD_LETTERS_SHOWN)
      .map((listed) => toRow(listed, page.readAt ?? listed.todo.createdAt)),
    deadLetterCount: countInWords(counts.dead_letter),
    counts: OFFERED_STATES.map((state) => ({
      state,
      label: stateLabel(state),
      count: countInWords(counts[state]),
      href: ledgerHref({ state }),
    })),
    firstSteps: steps.every((step) => step.isDone) ? undefined : steps,
    newestEndpointId: endpoints.find((endpoint) => endpoint.revokedAt === null && !endpoint.expired)?.id,
  };
}
