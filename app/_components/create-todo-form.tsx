'use client';

import Link from 'next/link';
import { useActionState, useState } from 'react';
import type { CreateAnswer, EndpointChoice } from '@/lib/board/create-todo';
import { submitCreate } from '../(board)/todos/actions';
import controls from './controls.module.css';
import styles from './create-todo-form.module.css';
import { Status } from './status';

/** Creates a todo by hand, and says whether it is new. Works without script as well. */
export function CreateTodoForm({ endpoints }: { endpoints: readonly EndpointChoice[] }) {
  const [answer, submit, isPending] = useActionState(submitCreate, undefined);
  const given = answer?.kind === 'refused' ? answer.form : undefined;
  const [chosen, choose] = useState(endpoints[0]?.id);
  const queues = endpoints.find(({ id }) => id === chosen)?.queues ?? [];
  return (
    <details className={styles.box} open={answer !== undefined || undefined}>
      <summary className={styles.summary}>Create a todo</summary>
      <form action={submit} className={`${controls.form} ${styles.form}`}>
        <div className={controls.field}>
          <label htmlFor="create-title">Title</label>
          <input
            id="create-title"
            name="title"
            defaultValue={given?.title}
            required
            maxLength={500}
            className={controls.input}
            {...faultOf(answer, 'title')}
          />
        </div>
        <div className={styles.pair}>
          <div className={controls.field}>
            <label htmlFor="create-endpoint">Endpoint</label>
            <select
              id="create-endpoint"
              name="endpoint"
              className={controls.select}
              defaultValue={chosen}
              onChange={(event) => choose(event.target.value)}
            >
              {endpoints.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name} ({id.slice(-6)})
                </option>
              ))}
            </select>
          </div>
          <div className={controls.field}>
            <label htmlFor="create-queue">Queue name</label>
            <input
              id="create-queue"
              name="queue"
              list="create-queues"
              required
              maxLength={100}
              key={`${chosen} ${given?.queue}`}
              defaultValue={given?.queue ?? queues[0]}
              className={controls.input}
              {...faultOf(answer, 'queue')}
            />
            <datalist id="create-queues">
              {queues.map((queue) => (
                <option key={queue} value={queue} />
              ))}
            </datalist>
          </div>
        </div>
        <details open={answer !== undefined || undefined}>
          <summary className={styles.summary}>Key, assignee, cap, payload</summary>
          <div className={styles.form}>
            <div className={controls.field}>
              <label htmlFor="create-key">Idempotency key</label>
              <input
                id="create-key"
                name="idempotency_key"
                defaultValue={given?.idempotency_key}
                maxLength={500}
                className={controls.input}
                {...faultOf(answer, 'idempotency_key')}
              />
              <p className={controls.hint}>While a live todo holds it, no second one is created.</p>
            </div>
            <div className={styles.pair}>
              <div className={controls.field}>
                <label htmlFor="create-assignee">Assignee</label>
                <select
                  key={given?.assignee}
                  id="create-assignee"
                  name="assignee"
                  defaultValue={given?.assignee}
                  className={controls.select}
                >
                  <option value="">whoever claims first</option>
                  <option value="agent">the endpoint’s agent</option>
                  <option value="me">me</option>
                </select>
              </div>
              <div className={controls.field}>
                <label htmlFor="create-cap">Tries at most</label>
                <input
                  id="create-cap"
                  name="max_attempts"
                  defaultValue={given?.max_attempts}
                  type="number"
                  min={1}
                  max={100}
                  className={controls.input}
                  {...faultOf(answer, 'max_attempts')}
                />
              </div>
            </div>
            <div className={controls.field}>
              <label htmlFor="create-payload">Payload, as JSON</label>
              <textarea
                id="create-payload"
                name="payload"
                defaultValue={given?.payload}
                rows={4}
                className={`${controls.input} ${styles.json}`}
                {...faultOf(answer, 'payload')}
              />
            </div>
          </div>
        </details>
        <div className={controls.row}>
          <button type="submit" disabled={isPending} className={controls.primary}>
            Create
          </button>
        </div>
        <div>
          <Status answer={answer} />
          {answer?.kind === 'done' && (
            <p>
              <Link href={`/todos/${answer.todoId}`} prefetch={false} scroll={false}>
                Open the todo
              </Link>
            </p>
          )}
        </div>
      </form>
    </details>
  );
}

function faultOf(answer: CreateAnswer | undefined, field: string): { 'aria-invalid'?: true } {
  return answer?.kind === 'refused' && answer.field === field ? { 'aria-invalid': true } : {};
}
