import { cache } from 'react';
import { type EndpointCard, readEndpointCard } from '@/lib/board/endpoint-cards';
import { getRuntime } from '@/lib/runtime';
import { requireOwner } from '../../_session';

export interface EndpointRoute {
  readonly params: Promise<{ id: string }>;
}

/** The endpoint of a URL for whoever is signed in, read once a request. */
export const endpointOf = cache(async (id: string): Promise<EndpointCard | undefined> => {
  const scope = await requireOwner(`/endpoints/${encodeURIComponent(id)}`);
  return await readEndpointCard(getRuntime().db, scope, id);
});
