import type { NextConfig } from 'next';

/** What every response carries. Pages get a policy of their own from proxy.ts; everything else may load nothing at all. */
const headers = [
  {
    key: 'Content-Security-Policy',
    value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // Not no-referrer: that would turn the Origin of our own forms into `null`.
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
];

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
  headers: async () => [{ source: '/:path*', headers }],
  experimental: { proxyClientMaxBodySize: '2mb', serverActions: { bodySizeLimit: '1mb' } },
};

export default config;
