import { handleDelivery } from '@/lib/ingest/handle-delivery';
import { getRuntime } from '@/lib/runtime';

type Context = { readonly params: Promise<{ token: string }> };

async function take({ method, headers, body }: Request, { params }: Context): Promise<Response> {
  const { db, log, config } = getRuntime();
  const intake = { db, log, encryptionKey: config.encryptionKey };
  const answer = await handleDelivery(intake, { token: (await params).token, method, headers, body });
  return Response.json(answer.body, { status: answer.status, headers: answer.headers });
}

export { take as DELETE, take as GET, take as HEAD, take as OPTIONS, take as PATCH, take as POST, take as PUT };
