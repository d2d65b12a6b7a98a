import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { parseTheme, THEME_COOKIE } from './_theme';
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
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme}>
      <body>{children}</body>
    </html>
  );
}
