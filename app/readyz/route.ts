import { whyNotReady } from '@/lib/readiness';
import { getRuntime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const reason = await whyNotReady(getRuntime());
  return reason === undefined
    ? Response.json({ status: 'ready' })
    : Response.json({ status: 'not_ready', reason }, { status: 503 });
}
