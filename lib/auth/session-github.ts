import GitHub from 'next-auth/providers/github';
import type { Provider } from 'next-auth/providers/index';
import { z } from 'zod';
import type { OAuthClient } from '../config';
import type { ProvenIdentity } from '../store/humans/sign-in-identity';

const ISSUER = 'https://github.com';
const API = 'https://api.github.com';
const API_TIMEOUT_MS = 10_000;

const user = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const profile = z.object({ sub: z.string(), name: z.string(), email: z.string().optional() });

/** A GitHub user; the email is a verified one. */
interface GitHubProfile {
  readonly sub: string;
  readonly name: string;
  readonly email?: string;
}

/** GitHub sign-in. The profile's own email may be any that its user typed, so the list of verified ones is asked for. */
export function githubProvider(client: OAuthClient): Provider {
  return GitHub({
    ...client,
    checks: ['pkce', 'state'],
    userinfo: { request: ({ tokens }) => readGitHubProfile(API, tokens.access_token ?? '') },
    profile: ({ sub }) => ({ id: String(sub) }),
  });
}

/**
 * Asks GitHub who a token belongs to.
 * @param api where GitHub's REST API is
 * @throws when GitHub refuses or answers something else
 */
export async function readGitHubProfile(api: string, token: string): Promise<GitHubProfile> {
  const ask = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' };
    const answer = await fetch(`${api}${path}`, { headers, signal: AbortSignal.timeout(API_TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`);
    return await answer.json();
  };
  const [who, addresses] = await Promise.all([ask('/user'), ask('/user/emails')]);
  const primary = emails.parse(addresses).find((address) => address.primary && address.verified);
  const { id, login, name } = user.parse(who);
  // The number stays when the login is given up and taken by another.
  return { sub: String(id), name: name || login, ...(primary && { email: primary.email }) };
}

/** Who signed in, out of what {@link readGitHubProfile} told. */
export function githubIdentity(told: unknown): ProvenIdentity {
  const { sub, name, email } = profile.parse(told);
  return { issuer: ISSUER, subject: sub, verifiedEmail: email, name };
}
