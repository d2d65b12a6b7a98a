import { serveApiRequest } from '@/lib/api/web';
import { getRuntime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

const serve = (request: Request): Promise<Response> => serveApiRequest(getRuntime(), request);

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
