import { InitializeRequestSchema, LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { replaceUnstorable } from '../queue/report';
import type { RpcRequest } from './json-rpc';

/** The revisions of MCP that are spoken, newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = [LATEST_PROTOCOL_VERSION, '2025-06-18', '2025-03-26'];

const NAME_MAX_CHARACTERS = 100;

/** What a client said of itself, and the revision it will be spoken to in. */
export interface Introduction {
  readonly protocolVersion: string;
  readonly clientName: string;
  readonly clientVersion: string;
}

/**
 * Reads an initialize request. A revision that is not spoken is answered with the newest one, as MCP asks.
 * @returns undefined when the request lacks what it must have
 */
export function readIntroduction(request: RpcRequest): Introduction | undefined {
  const parsed = InitializeRequestSchema.safeParse({ method: request.method, params: request.params });
  if (!parsed.success) return undefined;
  const { protocolVersion, clientInfo } = parsed.data.params;
  return {
    protocolVersion: PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : LATEST_PROTOCOL_VERSION,
    clientName: shortened(clientInfo.name),
    clientVersion: shortened(clientInfo.version),
  };
}

function shortened(text: string): string {
  return replaceUnstorable(text.replace(/\p{Cc}/gu, '').slice(0, NAME_MAX_CHARACTERS));
}
