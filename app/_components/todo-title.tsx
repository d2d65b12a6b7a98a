import type { TodoDetail } from '@/lib/board/todo-detail';
import { StateBadge } from './state-badge';
import styles from './todo-detail.module.css';

export const TODO_TITLE_ID = 'todo-title';

/** The heading of a todo: `h1` on its own page, `h2` in the drawer. */
export function TodoTitle({ todo, as: Heading }: { todo: TodoDetail; as: 'h1' | 'h2' }) {
  return (
    <div className={styles.heading}>
      <Heading id={TODO_TITLE_ID} tabIndex={-1} className={styles.title}>
        {todo.title}
      </Heading>
      <p className={styles.subtitle}>
        <StateBadge state={todo.state} label={todo.stateLabel} />
        {todo.holder && <span>by {todo.holder}</span>}
        <span>queue {todo.queue}</span>
        <span>
          try {todo.attempt} of {todo.maxAttempts}
        </span>
      </p>
    </div>
  );
}
