import { NotFound } from './_components/not-found';

export default function UnknownRoute() {
  return (
    <main>
      <NotFound />
    </main>
  );
}
