import type { AuthOptions } from 'next-auth';
import { decode } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import type { Config } from '../config';
import type { Db } from '../db/connection';
import type { Log } from '../log';
import { BOARD_SESSION_DAYS, createBoardSession } from '../store/board-sessions/create-board-session';
import { endBoardSession } from '../store/board-sessions/end-board-session';
import { type BoardSession, findBoardSession } from '../store/board-sessions/find-board-session';
import { upsertHuman } from '../store/humans/upsert-human';
import { spendSignInLink } from '../store/sign-in-links/spend-sign-in-link';
import { returnPath } from './session-return';

/** What signing in needs of the runtime. */
export interface SessionContext {
  readonly db: Db;
  readonly config: Config;
  readonly log: Log;
}

/** The ways in that a form of ours can take; others send the browser to a provider. */
export type FormProvider = 'link' | 'dev';

export function isFormProvider(id: string | undefined): id is FormProvider {
  return id === 'link' || id === 'dev';
}

const SESSION_SECONDS = BOARD_SESSION_DAYS * 86_400;

/**
 * next-auth's options, made per request so that nothing is read at build time. The signed cookie carries a session id alone; who
 * that is, and whether they still may, is asked of the `sessions` table on every request.
 */
export function authOptions(context: SessionContext): AuthOptions {
  const { db, config, log } = context;
  // next-auth takes its own origin from here and from nowhere else; the request's Host is not to be believed.
  process.env.NEXTAUTH_URL = config.baseUrl;
  return {
    secret: secretOf(config),
    useSecureCookies: isHttps(config),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/signin', signOut: '/', error: '/signin' },
    providers: config.devLogin ? [oneTimeLink(db), devLogin(db)] : [oneTimeLink(db)],
    callbacks: {
      redirect: ({ url, baseUrl }) => `${baseUrl}${returnPath(url, baseUrl)}`,
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sub === 'string') await endBoardSession(db, token.sub);
      },
    },
    logger: {
      error: (code) => log.warn({ event: 'sign_in_error', code }),
      warn: (code) => log.debug({ event: 'sign_in_warning', code }),
      debug: () => {},
    },
  };
}

/** The live session of the request whose session cookie this is, from which its owner scope is made; undefined for anything else. */
export async function findSession(
  context: SessionContext,
  cookie: string | undefined,
): Promise<BoardSession | undefined> {
  if (cookie === undefined) return undefined;
  const claims = await decode({ token: cookie, secret: secretOf(context.config) }).catch(() => null);
  return typeof claims?.sub === 'string' ? await findBoardSession(context.db, claims.sub) : undefined;
}

/** The session cookie's name, which next-auth makes from the public origin's scheme. */
export function sessionCookieName(config: Config): string {
  return isHttps(config) ? '__Secure-next-auth.session-token' : 'next-auth.session-token';
}

function oneTimeLink(db: Db) {
  return Credentials({
    id: 'link',
    name: 'One-time link',
    credentials: { token: { type: 'password' } },
    authorize: async (given) => openSession(db, await spendSignInLink(db, given?.token ?? '')),
  });
}

function devLogin(db: Db) {
  return Credentials({
    id: 'dev',
    name: 'Any email (development)',
    credentials: { email: { type: 'email' } },
    authorize: async (given) => openSession(db, (await upsertHuman(db, { email: given?.email ?? '' })).id),
  });
}

async function openSession(db: Db, humanId: string | undefined): Promise<{ id: string } | null> {
  const sessionId = humanId && (await createBoardSession(db, humanId));
  return sessionId ? { id: sessionId } : null;
}

function isHttps(config: Config): boolean {
  return config.baseUrl.startsWith('https://');
}

function secretOf(config: Config): string {
  if (config.nextauthSecret === undefined) throw new Error('NEXTAUTH_SECRET is not set');
  return config.nextauthSecret;
}
