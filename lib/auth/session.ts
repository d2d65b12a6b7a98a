import type { AuthOptions } from 'next-auth';
import { decode } from 'next-auth/jwt';
import type { Config } from '../config';
import type { PoolDb } from '../db/connection';
import { errorFields, type Log } from '../log';
import { BOARD_SESSION_DAYS } from '../store/board-sessions/create-board-session';
import { endBoardSession } from '../store/board-sessions/end-board-session';
import { type BoardSession, findBoardSession } from '../store/board-sessions/find-board-session';
import { NO_EMAIL_DOMAIN } from '../store/humans/sign-in-identity';
import { authProviders, openIdentitySession } from './session-providers';
import { returnPath } from './session-return';

/** What signing in needs of the runtime. */
export interface SessionContext {
  readonly db: PoolDb;
  readonly config: Config;
  readonly log: Log;
}

const SESSION_SECONDS = BOARD_SESSION_DAYS * 86_400;

/**
 * next-auth's options, made per request so that nothing is read at build time. The signed cookie carries a session id alone; who
 * that is, and whether they still may, is asked of the `sessions` table on every request.
 * @param userAgent the browser that calls, for the list of sessions
 */
export function authOptions(context: SessionContext, userAgent: string | undefined): AuthOptions {
  const { db, config, log } = context;
  // next-auth takes its own origin from here and from nowhere else; the request's Host is not to be believed.
  process.env.NEXTAUTH_URL = config.baseUrl;
  return {
    secret: secretOf(config),
    useSecureCookies: isHttps(config),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/signin', signOut: '/', error: '/signin' },
    providers: authProviders(db, config, userAgent),
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.type !== 'oauth') return true;
        // next-auth would put the message of whatever is thrown here into a URL.
        const opened = await openIdentitySession(context, account, profile, userAgent).catch((error) => {
          log.error({ event: 'sign_in_failed', ...errorFields(error) });
          return undefined;
        });
        if (!opened) return `/signin?error=${opened === null ? 'disabled' : 'OAuthCallback'}`;
        // What the session cookie will carry is the session, not the provider's subject.
        user.id = opened.id;
        return true;
      },
      jwt: ({ token }) => (token.sub === undefined ? {} : { sub: token.sub }),
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

/** What a signed-in human is called: the email, or the name of one whose provider has verified none. */
export function nameOf({ email, name }: Pick<BoardSession, 'email' | 'name'>): string {
  return email.endsWith(`@${NO_EMAIL_DOMAIN}`) ? name : email;
}

/** The session cookie's name, which next-auth makes from the public origin's scheme. */
export function sessionCookieName(config: Config): string {
  return isHttps(config) ? '__Secure-next-auth.session-token' : 'next-auth.session-token';
}

function isHttps(config: Config): boolean {
  return config.baseUrl.startsWith('https://');
}

function secretOf(config: Config): string {
  if (config.nextauthSecret === undefined) throw new Error('NEXTAUTH_SECRET is not set');
  return config.nextauthSecret;
}
