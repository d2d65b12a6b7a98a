import type { OAuthConfig } from 'next-auth/providers/index';
import { z } from 'zod';
import type { Config } from '../config';
import type { ProvenIdentity } from '../store/humans/sign-in-identity';

const PROVIDER_TIMEOUT_MS = 10_000;

/** OpenID Connect's standard claims; some providers write the boolean as text. */
const claims = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).optional(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
});

type Claims = z.infer<typeof claims>;

/** Any provider with a discovery document, by code with PKCE, state and nonce. Claims missing in the id token are asked for. */
export function oidcProvider({ issuer, clientId, clientSecret }: NonNullable<Config['oidc']>): OAuthConfig<Claims> {
  return {
    id: 'oidc',
    name: new URL(issuer).host,
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    httpOptions: { timeout: PROVIDER_TIMEOUT_MS },
    userinfo: {
      request: async ({ client, tokens }) => {
        // next-auth's type hides that it hands over the client's own class.
        const proven = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const told = proven.claims();
        const isWhole = told.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined;
        return isWhole ? told : { ...told, ...(await client.userinfo(proven)) };
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  };
}

/** Who signed in, out of the provider's claims. */
export function oidcIdentity(issuer: string, profile: unknown): ProvenIdentity {
  const { sub, email, email_verified, name, preferred_username } = claims.parse(profile);
  const verifiedEmail = email_verified === true ? email : undefined;
  return { issuer, subject: sub, verifiedEmail, name: name ?? preferred_username };
}
