import type { NextConfig } from 'next';

// Nothing that is started here reports its use to anyone.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const config: NextConfig = {
  poweredByHeader: false,
  // Compression would hold event streams back.
  compress: false,
  skipTrailingSlashRedirect: true,
  // Titles stand in the head of the first bytes for everyone, not only for crawlers.
  htmlLimitedBots: /.*/,
  // Types are checked by `npm test`, over all that a build does not need as well.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['postgres', 'pino', 'prom-client', '@modelcontextprotocol/sdk', 'rate-limiter-flexible'],
  // The development server logs requests; these paths hold tokens.
  logging: { incomingRequests: { ignore: [/^\/api\/webhooks\//, /^\/signin/] } },
  experimental: { proxyClientMaxBodySize: '2mb', serverActions: { bodySizeLimit: '1mb' } },
};

export default config;
