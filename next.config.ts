import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  serverExternalPackages: ['postgres', 'pino', 'prom-client', '@modelcontextprotocol/sdk', 'rate-limiter-flexible'],
};

export default config;
