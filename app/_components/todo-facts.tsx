import Link from 'next/link';
import type { ReactNode } from 'react';
import type { TodoDetail } from '@/lib/board/todo-detail';
import { CopyButton, CopyLink } from './copy-button';
import { At } from './time';
import styles from './todo-detail.module.css';

/** What is known of a todo beside its attempts. */
export function TodoFacts({ todo, heading: Heading }: { todo: TodoDetail; heading: 'h2' | 'h3' }) {
  const deliveries = todo.deliveries === 1 ? '1 delivery' : `${todo.deliveries} deliveries`;
  return (
    <section className={styles.section}>
      <Heading>Details</Heading>
      <dl className={styles.facts}>
        <Fact name="Id">
          <code>{todo.id}</code> <CopyButton text={todo.id} label="Copy id" /> <CopyLink path={`/todos/${todo.id}`} />
        </Fact>
        <Fact name="Endpoint">
          <Link href={`/endpoints/${todo.endpoint.id}`} prefetch={false}>
            {todo.endpoint.name}
          </Link>
          {todo.endpoint.isRevoked && ' (revoked)'} <code>{todo.endpoint.id}</code>
        </Fact>
        <Fact name="Created">
          <At at={todo.created} />
          {todo.source && ` by ${todo.source}`}
        </Fact>
        <Fact name="Queue">
          <Link href={todo.queueHref} prefetch={false}>
            {todo.queue}
          </Link>
        </Fact>
        {todo.finished && (
          <Fact name="Finished">
            <At at={todo.finished} />
          </Fact>
        )}
        {todo.kind && <Fact name="Kind">{todo.kind}</Fact>}
        {todo.assignee && (
          <Fact name="Assigned to">
            <code>{todo.assignee}</code>
          </Fact>
        )}
        {todo.idempotencyKey && (
          <Fact name="Idempotency key">
            <code>{todo.idempotencyKey}</code> ({deliveries})
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
