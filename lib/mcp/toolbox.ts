import { isGranted, VERBS, type Verb } from '../queue/verbs';
import type { Tool, ToolDescriptor } from './define-tool';
import { claim } from './tools/claim';
import { claimNext } from './tools/claim-next';
import { complete } from './tools/complete';
import { createTodo } from './tools/create-todo';
import { fail } from './tools/fail';
import { getTodo } from './tools/get-todo';
import { heartbeat } from './tools/heartbeat';
import { listTodos } from './tools/list-todos';
import { release } from './tools/release';
import { retry } from './tools/retry';
import { waitForTodo } from './tools/wait-for-todo';

const TOOLS: Readonly<Record<Verb, Tool>> = {
  list_todos: listTodos,
  get_todo: getTodo,
  wait_for_todo: waitForTodo,
  claim_next: claimNext,
  claim,
  heartbeat,
  complete,
  fail,
  release,
  retry,
  create_todo: createTodo,
};

/** The tool of a name, granted or not; undefined for a name that is no verb. */
export function findTool(name: string): Tool | undefined {
  return Object.hasOwn(TOOLS, name) ? TOOLS[name as Verb] : undefined;
}

/** The tools that a grant covers, by name or by implication, in their fixed order. */
export function grantedTools(verbs: readonly string[]): ToolDescriptor[] {
  return VERBS.filter((verb) => isGranted(verbs, verb)).map((verb) => TOOLS[verb].descriptor);
}
