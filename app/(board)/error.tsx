'use client';

import { Trouble } from '../_components/trouble';

export default function BoardError({ error }: { error: Error & { digest?: string } }) {
  return <Trouble digest={error.digest} />;
}
