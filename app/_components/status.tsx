import type { Ref } from 'react';
import type { ActAnswer } from '@/lib/board/act-on-todo';
import styles from './status.module.css';

/** What came of an act, announced politely. */
export function Status({ answer, ref }: { answer: ActAnswer | undefined; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p role="status" ref={ref} tabIndex={-1} className={answer ? styles[answer.kind] : undefined}>
      {answer?.text}
    </p>
  );
}
