import { notFound } from 'next/navigation';
import { getRuntime } from '@/lib/runtime';
import { Drawer } from '../../../../_components/drawer';
import { TodoBody } from '../../../../_components/todo-body';
import { TODO_TITLE_ID, TodoTitle } from '../../../../_components/todo-title';
import { type TodoRoute, titleOf, todoOf } from '../../_todo';

export const generateMetadata = titleOf;

/** What a click in the list shows of `/todos/{id}`, in place of the whole page. */
export default async function TodoDrawer({ params }: TodoRoute) {
  const todo = await todoOf((await params).id);
  if (!todo) notFound();
  return (
    <Drawer todoId={todo.id} titleId={TODO_TITLE_ID} heading={<TodoTitle todo={todo} as="h2" />}>
      <TodoBody todo={todo} section="h3" isReadOnly={getRuntime().config.boardReadOnly} />
    </Drawer>
  );
}
