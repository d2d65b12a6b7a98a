import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';

/** What the provider says of whoever signs in next. */
export interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** An OpenID Connect provider on a loopback port: its user is always signed in and agrees to everything. */
export interface IdentityProvider {
  readonly issuer: string;
  /** Settings of a Board that signs in there. */
  readonly env: Record<string, string>;
  /** Makes somebody the provider's user. */
  says(claims: Claims): void;
  stop(): Promise<void>;
}

/** @param inUserinfo true when the provider tells of email and name at the userinfo endpoint alone */
export async function startIdentityProvider({ inUserinfo = false } = {}): Promise<IdentityProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = issuer;
  let claims: Claims = { sub: 'nobody' };
  server.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    Object.assign(payload, inUserinfo ? { sub: claims.sub } : claims);
  });
  server.service.on('beforeUserinfo', (response: MutableResponse) => {
    response.body = { ...claims };
  });
  return {
    issuer,
    env: {
      SWITCHBOARD_OIDC_ISSUER: issuer,
      SWITCHBOARD_OIDC_CLIENT_ID: 'switchboard',
      SWITCHBOARD_OIDC_CLIENT_SECRET: 'a-client-secret',
    },
    says: (given) => {
      claims = given;
    },
    stop: () => server.stop(),
  };
}
