import { readLight } from '@/lib/board/endpoint-detail';
import { ownerScope } from '@/lib/queue/scope';
import { getRuntime } from '@/lib/runtime';
import { currentSession } from '../../../../_session';

interface RouteContext {
  readonly params: Promise<{ id: string }>;
}

/** What the connection light asks every few seconds. An endpoint that is not the human's is answered before this, in proxy.ts. */
export async function GET(_request: Request, { params }: RouteContext): Promise<Response> {
  const session = await currentSession();
  if (!session) return refusal(401, 'unauthorized', 'Sign in first.');
  const light = await readLight(getRuntime().db, ownerScope(session.humanId), (await params).id);
  if (!light) return refusal(404, 'not_found', 'There is no such endpoint.');
  return Response.json(light, { headers: { 'cache-control': 'private, no-store' } });
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status, headers: { 'cache-control': 'private, no-store' } });
}
