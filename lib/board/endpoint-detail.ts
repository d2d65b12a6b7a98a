import type { Db, PoolDb } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import { actRecorded } from '../store/board/record-act';
import { lastCall } from '../store/endpoints/last-call';
import { listClients } from '../store/endpoints/list-clients';
import { getEndpoint } from '../store/endpoints/list-endpoints';
import { rotateEndpoint } from '../store/endpoints/rotate-endpoint';
import { found } from './found';
import { type RevealedEndpoint, reveal } from './vend';
import { type When, when } from './when';

/** A client program as the endpoint's page tells of it. */
export interface ClientRow {
  /** Name and version as it told them. */
  readonly name: string;
  readonly sessions: number;
  readonly lastSeen: When;
}

/** The client programs with open sessions on an endpoint. */
export async function readClients(db: Db, scope: OwnerScope, endpointId: string): Promise<ClientRow[]> {
  const now = new Date().toISOString();
  return (await listClients(db, scope, endpointId)).map(({ name, version, sessions, lastSeenAt }) => ({
    name: `${name} ${version}`.trim() || 'a client that did not name itself',
    sessions,
    lastSeen: when(lastSeenAt, now),
  }));
}

/** What the connection light shows. Times are text of the database's, to be compared and not reckoned with. */
export interface Light {
  readonly seenAt: string | null;
  readonly client: string | null;
  /** Whole seconds since the last call. */
  readonly secondsAgo: number | null;
}

/** @returns undefined when the endpoint is absent or another human's */
export async function readLight(db: Db, scope: OwnerScope, endpointId: string): Promise<Light | undefined> {
  const call = await found(lastCall(db, scope, endpointId));
  if (!call) return undefined;
  const { seenAt, client, readAt } = call;
  const secondsAgo =
    seenAt === null ? null : Math.max(0, Math.round((Date.parse(readAt) - Date.parse(seenAt)) / 1_000));
  return { seenAt, client, secondsAgo };
}

export type RotateAnswer =
  | { readonly kind: 'rotated'; readonly endpoint: RevealedEndpoint }
  | { readonly kind: 'refused'; readonly text: string };

/** Gives an endpoint a new credential; the old one ends at once. */
export async function rotateAsOwner(db: PoolDb, scope: OwnerScope, id: string, baseUrl: string): Promise<RotateAnswer> {
  const before = await found(getEndpoint(db, scope, id));
  const rotate = () =>
    actRecorded(
      db,
      scope,
      'rotate',
      (tx) => rotateEndpoint(tx, scope, id),
      () => ({ endpointId: id }),
    );
  const rotated = before && (await found(rotate()));
  if (rotated) return { kind: 'rotated', endpoint: reveal(before, rotated.token, baseUrl, before.lastSeenAt) };
  return {
    kind: 'refused',
    text: before ? 'Nothing was changed: the endpoint is revoked.' : 'There is no such endpoint.',
  };
}
