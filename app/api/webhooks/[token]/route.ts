import { handleDelivery } from '@/lib/ingest/handle-delivery';
import { getRuntime } from '@/lib/runtime';

async function answer(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  const { db, log, config } = getRuntime();
  const { token } = await params;
  const { method, headers, body } = request;
  const intake = { db, log, encryptionKey: config.encryptionKey };
  const given = await handleDelivery(intake, { token, method, headers, body });
  return Response.json(given.body, { status: given.status, headers: given.headers });
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
