'use client';

import { Trouble } from './_components/trouble';

export default function RootError({ error }: { error: Error & { digest?: string } }) {
  return (
    <main>
      <Trouble digest={error.digest} />
    </main>
  );
}
