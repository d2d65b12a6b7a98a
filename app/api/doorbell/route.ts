import { serveWebRequest } from '@/lib/mcp/web';
import { getRuntime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

const serve = (request: Request): Promise<Response> => {
  const { mcp, config } = getRuntime();
  return serveWebRequest({ mcp: mcp.eventStreams, config }, request);
};

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
