import type { Metadata } from 'next';
import { Frame } from './_components/frame';
import { NotFound } from './_components/not-found';

export const metadata: Metadata = { title: 'Not found' };

export default function UnknownRoute() {
  return (
    <Frame>
      <NotFound />
    </Frame>
  );
}
