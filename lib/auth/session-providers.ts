import type { Account } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import type { Provider } from 'next-auth/providers/index';
import type { Config } from '../config';
import type { Db, PoolDb } from '../db/connection';
import { createBoardSession } from '../store/board-sessions/create-board-session';
import { signInIdentity } from '../store/humans/sign-in-identity';
import { upsertHuman } from '../store/humans/upsert-human';
import { spendSignInLink } from '../store/sign-in-links/spend-sign-in-link';
import { githubIdentity, githubProvider } from './session-github';
import { oidcIdentity, oidcProvider } from './session-oidc';

/** The ways in that a form of ours can take. */
export type FormProvider = 'link' | 'dev';

/** The ways in that lead over an identity provider's own pages. */
export type RedirectProvider = 'oidc' | 'github';

export function isFormProvider(id: string | undefined): id is FormProvider {
  return id === 'link' || id === 'dev';
}

export function isRedirectProvider(id: string | undefined): id is RedirectProvider {
  return id === 'oidc' || id === 'github';
}

/** The configured identity providers, each with the name that its button bears. */
export function redirectProviders({
  oidc,
  github,
}: Config): { readonly id: RedirectProvider; readonly name: string }[] {
  return [
    ...(oidc ? [{ id: 'oidc' as const, name: new URL(oidc.issuer).host }] : []),
    ...(github ? [{ id: 'github' as const, name: 'GitHub' }] : []),
  ];
}

/**
 * Every configured way in, as next-auth's providers.
 * @param userAgent the browser that signs in, for the list of sessions
 */
export function authProviders(db: Db, config: Config, userAgent: string | undefined): Provider[] {
  const { oidc, github, devLogin } = config;
  const open = (method: FormProvider, humanId: string | undefined) => openSession(db, method, humanId, userAgent);
  return [
    Credentials({
      id: 'link',
      name: 'One-time link',
      credentials: { token: { type: 'password' } },
      authorize: async (given) => open('link', await spendSignInLink(db, given?.token ?? '')),
    }),
    ...(devLogin
      ? [
          Credentials({
            id: 'dev',
            name: 'Any email (development)',
            credentials: { email: { type: 'email' } },
            authorize: async (given) => open('dev', (await upsertHuman(db, { email: given?.email ?? '' })).id),
          }),
        ]
      : []),
    ...(oidc ? [oidcProvider(oidc)] : []),
    ...(github ? [githubProvider(github)] : []),
  ];
}

/**
 * Opens a session for whom an identity provider has just proven.
 * @returns undefined when that human is disabled
 */
export async function openIdentitySession(
  { db, config }: { readonly db: PoolDb; readonly config: Config },
  account: Account,
  profile: unknown,
  userAgent: string | undefined,
): Promise<{ id: string } | null> {
  const { oidc } = config;
  const identity = account.provider === 'oidc' && oidc ? oidcIdentity(oidc.issuer, profile) : githubIdentity(profile);
  return await openSession(db, account.provider, await signInIdentity(db, identity), userAgent);
}

async function openSession(
  db: Db,
  method: string,
  humanId: string | undefined,
  userAgent: string | undefined,
): Promise<{ id: string } | null> {
  const id = humanId && (await createBoardSession(db, humanId, { method, userAgent }));
  return id ? { id } : null;
}
