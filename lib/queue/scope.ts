const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** A text as a uuid that a statement can bind: anything malformed becomes the nil uuid, which owns nothing (SPEC-0003 R9). */
export function uuidOrNil(text: string | null | undefined): string {
  return typeof text === 'string' && UUID.test(text) ? text.toLowerCase() : NIL_UUID;
}

/** An agent's tenant key: what one vended credential may touch. Made by {@link endpointScope} alone. */
export interface EndpointScope {
  readonly kind: 'endpoint';
  readonly endpointId: string;
  /** `agent:<uuid>`, written to `todos.owner` and compared with `assignee`. */
  readonly owner: string;
  /** Exact names of the granted queues. */
  readonly queues: readonly string[];
  /** The MCP session the call arrived on; provenance only. */
  readonly session: string | null;
}

/**
 * The scope of an authenticated endpoint.
 * @param from ids as uuids; an absent or malformed endpoint id gives a scope that owns nothing
 */
export function endpointScope(from: {
  endpointId: string | null | undefined;
  agentId: string | null | undefined;
  queues: readonly string[];
  session?: string | null | undefined;
}): EndpointScope {
  return {
    kind: 'endpoint',
    endpointId: uuidOrNil(from.endpointId),
    owner: `agent:${uuidOrNil(from.agentId)}`,
    queues: from.queues,
    session: from.session ?? null,
  };
}

/** A signed-in human: sees and moves what their own endpoints hold (SPEC-0034 REQ-10). Made by {@link ownerScope} alone. */
export interface OwnerScope {
  readonly kind: 'owner';
  readonly humanId: string;
  /** `op:<uuid>`, written to `todos.owner` when the human claims. */
  readonly owner: string;
}

/** The scope of a signed-in human; a malformed id gives a scope that owns nothing. */
export function ownerScope(humanId: string | null | undefined): OwnerScope {
  const id = uuidOrNil(humanId);
  return { kind: 'owner', humanId: id, owner: `op:${id}` };
}
