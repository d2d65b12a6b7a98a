import Link from 'next/link';
import type { ShownJson, TodoDetail } from '@/lib/board/todo-detail';
import { AttemptList } from './attempt-list';
import { At } from './time';
import { TodoActs } from './todo-acts';
import styles from './todo-detail.module.css';
import { TodoFacts } from './todo-facts';

const JSON_OPEN_CHARACTERS = 4_000;

interface TodoBodyProps {
  readonly todo: TodoDetail;
  readonly section: 'h2' | 'h3';
  readonly isReadOnly: boolean;
}

/** All of a todo but its heading, the same on its page and in the drawer. */
export function TodoBody({ todo, section, isReadOnly }: TodoBodyProps) {
  return (
    <div className={styles.body}>
      <div className={styles.section}>
        <Situation todo={todo} />
        {isReadOnly ? (
          <p className={styles.muted}>This Board is read-only.</p>
        ) : (
          <TodoActs id={todo.id} attemptsSeen={todo.attemptsTotal} acts={todo.acts} />
        )}
      </div>
      <AttemptList todo={todo} heading={section} />
      <TodoFacts todo={todo} heading={section} />
      <Json heading={section} name="Payload" json={todo.payload} />
      <Json heading={section} name="Result" json={todo.result} />
    </div>
  );
}

/** What holds the todo now, and until when. */
function Situation({ todo }: { todo: TodoDetail }) {
  if (todo.lease) {
    return (
      <p>
        {todo.lease.isLapsed ? 'The lease lapsed ' : 'The lease expires '}
        <At at={todo.lease.expires} />
        {todo.lease.heartbeat ? (
          <>
            ; last heartbeat <At at={todo.lease.heartbeat} />.
          </>
        ) : (
          '; no heartbeat yet.'
        )}
      </p>
    );
  }
  if (todo.nextRetry) {
    return (
      <p>
        It is tried again at <At at={todo.nextRetry} />, or now if you retry it.
      </p>
    );
  }
  return todo.state === 'dead_letter' ? <DeadLetter todo={todo} /> : null;
}

function DeadLetter({ todo }: { todo: TodoDetail }) {
  if (!todo.endpoint.isRevoked)
    return <p>No further try is planned. Retry it, and it is pending again with all its tries.</p>;
  return (
    <p>
      Its endpoint <Link href={`/endpoints/${todo.endpoint.id}`}>{todo.endpoint.name}</Link> is revoked: no agent can
      take it.
    </p>
  );
}

function Json({ heading: Heading, name, json }: { heading: 'h2' | 'h3'; name: string; json: ShownJson | undefined }) {
  if (!json) return null;
  return (
    <section className={styles.section}>
      <details open={json.text.length <= JSON_OPEN_CHARACTERS}>
        <summary className={styles.summary}>
          <Heading>{name}</Heading>
        </summary>
        {json.isCut && <p className={styles.muted}>This is the beginning; the rest is too long for a page.</p>}
        <pre className={styles.json}>{json.text}</pre>
      </details>
    </section>
  );
}
