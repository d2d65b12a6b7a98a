'use client';

import Link from 'next/link';
import { useActionState } from 'react';
import { submitTestTodo } from '../(board)/endpoints/actions';
import controls from './controls.module.css';
import { Status } from './status';

/** Creates a small todo on one of the endpoint's queues, to watch an agent take it. */
export function TestTodoForm({ endpointId, queues }: { endpointId: string; queues: readonly string[] }) {
  const [answer, submit, isPending] = useActionState(submitTestTodo, undefined);
  return (
    <form action={submit} className={controls.form}>
      <input type="hidden" name="id" value={endpointId} />
      <div className={controls.field}>
        <label htmlFor="title">Title</label>
        <input id="title" name="title" required maxLength={500} defaultValue="Test todo" className={controls.input} />
      </div>
      <div className={controls.field}>
        <label htmlFor="queue">Queue</label>
        <select id="queue" name="queue" className={controls.select}>
          {queues.map((queue) => (
            <option key={queue}>{queue}</option>
          ))}
        </select>
      </div>
      <div className={controls.row}>
        <button type="submit" disabled={isPending} className={controls.button}>
          Send it
        </button>
      </div>
      <div>
        <Status answer={answer} />
        {answer?.todoId && (
          <p>
            <Link href={`/todos/${answer.todoId}`} prefetch={false}>
              Open the test todo
            </Link>
          </p>
        )}
      </div>
    </form>
  );
}
