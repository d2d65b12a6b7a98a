import { cache } from 'react';
import { pageTitle } from '@/lib/board/page-title';
import { readTodoDetail, type TodoDetail } from '@/lib/board/todo-detail';
import { getRuntime } from '@/lib/runtime';
import { requireOwner } from '../../_session';

export interface TodoRoute {
  readonly params: Promise<{ id: string }>;
}

/** The todo of a URL for whoever is signed in, read once a request. */
export const todoOf = cache(async (id: string): Promise<TodoDetail | undefined> => {
  const scope = await requireOwner(`/todos/${encodeURIComponent(id)}`);
  return await readTodoDetail(getRuntime().db, scope, id);
});

/** The page's title; an absent and a foreign todo have the same. */
export async function titleOf({ params }: TodoRoute): Promise<{ title: string }> {
  const { id } = await params;
  return { title: pageTitle((await todoOf(id))?.title ?? 'Not found') };
}
