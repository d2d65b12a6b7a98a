import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ZoneProvider } from './_components/zone';
import { parseTheme, THEME_COOKIE } from './_theme';
import { parseZone, ZONE_COOKIE } from './_zone';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Switchboard', template: '%s · Switchboard' },
  description: 'A durable work queue for AI agents.',
  icons: { icon: '/icon.svg' },
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A nonce is of one request: asking for the headers keeps every page, not-found included, from being prerendered.
  await headers();
  const jar = await cookies();
  const theme = parseTheme(jar.get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme}>
      <body>
        <ZoneProvider zone={parseZone(jar.get(ZONE_COOKIE)?.value)}>{children}</ZoneProvider>
      </body>
    </html>
  );
}
