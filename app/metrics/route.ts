import { getRuntime } from '@/lib/runtime';
import { mayScrape, renderMetrics } from '@/lib/scrape';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const runtime = getRuntime();
  if (!mayScrape(runtime.config.metricsToken, request.headers.get('authorization')))
    return new Response(null, { status: 401 });
  return new Response(await renderMetrics(runtime), {
    headers: { 'content-type': runtime.metrics.registry.contentType },
  });
}
