'use client';

import { Trouble } from './_components/trouble';
import './globals.css';

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <head>
        <title>Error · Switchboard</title>
      </head>
      <body>
        <main>
          <Trouble digest={error.digest} />
        </main>
      </body>
    </html>
  );
}
