import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { AuthenticatedEndpoint } from '../store/endpoints/find-endpoint-by-token';

/** Who asks the SDK's server: it is shared by all sessions, so this travels with each request. */
export interface Asker {
  readonly endpoint: AuthenticatedEndpoint;
  /** Undefined while the session is only being opened. */
  readonly sessionId?: string;
}

/** The asker in the form in which the SDK hands it to its handlers. The token itself stays out. */
export function toAuthInfo(asker: Asker): AuthInfo {
  return { token: '', clientId: '', scopes: [...asker.endpoint.verbs], extra: { asker } };
}

export function askerOf({ authInfo }: { readonly authInfo?: AuthInfo | undefined }): Asker {
  return authInfo?.extra?.asker as Asker;
}
