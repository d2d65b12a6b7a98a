import type { ShownJson, TodoDetail } from '@/lib/board/todo-detail';
import { AttemptList } from './attempt-list';
import { NextBriefing } from './next-briefing';
import { At } from './time';
import { TodoActs } from './todo-acts';
import styles from './todo-detail.module.css';
import { TodoFacts } from './todo-facts';
import { WhyNotClaimable } from './why-not-claimable';

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
        <Situation lease={todo.lease} />
        {isReadOnly ? (
          <p className={styles.muted}>This Board is read-only.</p>
        ) : (
          <TodoActs id={todo.id} attemptsSeen={todo.attemptsTotal} acts={todo.acts} isMine={todo.isMine} />
        )}
      </div>
      <WhyNotClaimable why={todo.why} heading={section} />
      <AttemptList todo={todo} heading={section} />
      <NextBriefing todo={todo} heading={section} />
      <TodoFacts todo={todo} heading={section} />
      <Json heading={section} name="Payload" json={todo.payload} />
      <Json heading={section} name="Result" json={todo.result} />
    </div>
  );
}

/** What holds the todo now, and until when; why it stands still is told below. */
function Situation({ lease }: Pick<TodoDetail, 'lease'>) {
  if (!lease) return null;
  return (
    <p>
      {lease.isLapsed ? 'The lease lapsed ' : 'The lease expires '}
      <At at={lease.expires} />
      {lease.heartbeat ? (
        <>
          ; last heartbeat <At at={lease.heartbeat} />.
        </>
      ) : (
        '; no heartbeat yet.'
      )}
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
