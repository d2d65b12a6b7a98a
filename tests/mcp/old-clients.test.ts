import { expect, it } from 'vitest';
import { anEndpoint, aPendingTodo } from '@/tests/support/queue';
import { RECORDED_CALLS } from './support/recorded-calls';
import { callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();

it('calls recorded before attempts were kept are answered as they were, with more in the answer', async () => {
  const verbs = ['list_todos', 'claim', 'claim_next', 'heartbeat', 'complete', 'fail'];
  const endpoint = await anEndpoint(surface.db, { verbs });
  const client = await sdkClient(surface, endpoint.token);
  const ids = new Map<string, string>();
  for (const name of ['FIRST', 'SECOND', 'THIRD']) {
    const todo = { title: `Todo ${name}`, payload: { n: 1 } };
    ids.set(name, await aPendingTodo(surface.db, endpoint.scope, todo));
  }
  /** The recording with the ids of this run; titles bear the names and stay. */
  const ofThisRun = <T>(recorded: T): T =>
    JSON.parse(JSON.stringify(recorded), (_key, value) => ids.get(value) ?? value);
  for (const recorded of RECORDED_CALLS) {
    const result = await callTool(client, recorded.name, recorded.arguments && ofThisRun(recorded.arguments));
    const answer = result.isError ? { code: codeOf(result) } : result.structuredContent;
    expect([recorded.name, answer]).toMatchObject([recorded.name, ofThisRun(recorded.answer)]);
    if ('empty' in recorded.answer && recorded.answer.empty === true) expect(answer).toEqual({ empty: true });
  }
});
