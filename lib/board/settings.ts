import type { Db, PoolDb } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { actRecorded } from '../store/board/record-act';
import { endOtherSessions } from '../store/board-sessions/end-other-sessions';
import { listBoardSessions } from '../store/board-sessions/list-board-sessions';
import { listOperatorTokens } from '../store/operator-tokens/list-operator-tokens';
import { mintOperatorToken } from '../store/operator-tokens/mint-operator-token';
import { revokeOperatorToken } from '../store/operator-tokens/revoke-operator-token';
import type { ActAnswer } from './act-on-todo';
import { browserName } from './browser-name';
import { found } from './found';
import { type When, when } from './when';

/** A signed-in browser, as the list of sessions shows it. */
export interface SessionRow {
  readonly id: string;
  readonly browser: string;
  /** How it signed in, in words. */
  readonly method: string;
  readonly isThis: boolean;
  readonly created: When;
  readonly lastSeen: When;
}

/** An operator token, as its list shows it. */
export interface TokenRow {
  readonly id: string;
  readonly tokenPrefix: string;
  readonly created: When;
  readonly lastUsed: When | undefined;
}

export interface Settings {
  readonly sessions: readonly SessionRow[];
  /** Those that still work. */
  readonly tokens: readonly TokenRow[];
}

const METHODS: Readonly<Record<string, string>> = {
  link: 'one-time link',
  dev: 'development sign-in',
  oidc: 'identity provider',
  github: 'GitHub',
};

/** @param sessionId the session that asks, which its list marks */
export async function readSettings(db: Db, scope: OwnerScope, sessionId: string): Promise<Settings> {
  const now = new Date().toISOString();
  const [sessions, tokens] = await Promise.all([listBoardSessions(db, scope), listOperatorTokens(db, scope)]);
  return {
    sessions: sessions.map(({ id, userAgent, method, createdAt, lastSeenAt }) => ({
      id,
      browser: browserName(userAgent),
      method: METHODS[method ?? ''] ?? 'unknown way',
      isThis: id === sessionId,
      created: when(createdAt, now),
      lastSeen: when(lastSeenAt, now),
    })),
    tokens: tokens
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, tokenPrefix, createdAt, lastUsedAt }) => ({
        id,
        tokenPrefix,
        created: when(createdAt, now),
        lastUsed: lastUsedAt === null ? undefined : when(lastUsedAt, now),
      })),
  };
}

/** A refusal, or a token that no later page can show. */
export type MintAnswer = { readonly token: string } | { readonly refused: string };

/** Mints an operator token for the human. */
export async function mintAsOwner(db: PoolDb, scope: OwnerScope): Promise<MintAnswer> {
  const { token } = await actRecorded(
    db,
    scope,
    'mint_token',
    (tx) => mintOperatorToken(tx, scope),
    () => ({}),
  );
  return { token };
}

/** Ends an operator token; another human's reads like one that never was. */
export async function revokeTokenAsOwner(db: PoolDb, scope: OwnerScope, id: string): Promise<ActAnswer> {
  const revoke = async (tx: Db) => {
    await revokeOperatorToken(tx, scope, id);
    return true;
  };
  const revoked = await found(actRecorded(db, scope, 'revoke_token', revoke, () => ({})));
  if (revoked) return { kind: 'done', text: 'Revoked: the token has ended.' };
  return { kind: 'refused', text: 'Nothing was changed: there is no such token, or it was revoked before.' };
}

/**
 * Signs the human's other browsers out.
 * @param sessionId the session that asks, which goes on
 */
export async function endSessionsAsOwner(
  db: Db,
  scope: OwnerScope,
  sessionId: string,
  which: 'others' | { readonly id: string },
): Promise<void> {
  await endOtherSessions(db, scope, sessionId, which === 'others' ? undefined : which.id);
}
