import Link from 'next/link';
import type { BulkAnswer } from '@/lib/board/bulk';
import { Status } from './status';

/** What came of a bulk act, and where to follow it while it runs. */
export function BulkStatus({ answer }: { answer: BulkAnswer | undefined }) {
  return (
    <>
      <Status answer={answer} />
      {answer?.isRunning && (
        <p>
          <Link href="/activity" prefetch={false}>
            Follow its progress
          </Link>
        </p>
      )}
    </>
  );
}
