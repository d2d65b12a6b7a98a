import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getRuntime } from '@/lib/runtime';
import { LiveUpdates } from '../../../_components/live/live-updates';
import { TodoBody } from '../../../_components/todo-body';
import { TodoTitle } from '../../../_components/todo-title';
import { type TodoRoute, titleOf, todoOf } from '../_todo';
import styles from './page.module.css';

export const generateMetadata = titleOf;

export default async function TodoPage({ params }: TodoRoute) {
  const todo = await todoOf((await params).id);
  if (!todo) notFound();
  return (
    <article className={styles.page}>
      <div className={styles.head}>
        <Link href="/todos" prefetch={false}>
          All todos
        </Link>
        <LiveUpdates />
      </div>
      <TodoTitle todo={todo} as="h1" />
      <TodoBody todo={todo} section="h2" isReadOnly={getRuntime().config.boardReadOnly} />
    </article>
  );
}
