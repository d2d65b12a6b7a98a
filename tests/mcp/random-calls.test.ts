import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { VERBS } from '@/lib/queue/verbs';
import {
  aClaimedTodo,
  aDeadLetter,
  anEndpoint,
  aPendingTodo,
  brokenInvariants,
  type TestEndpoint,
} from '@/tests/support/queue';
import { initialize, post } from './support/raw';
import { codeOf, mcpSurface } from './support/surface';

const CALLS = 200;
const REFUSALS = ['invalid', 'not_found', 'conflict', 'forbidden'];

const surface = mcpSurface();
let endpoint: TestEndpoint;
let session: string;
let ids: string[];

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, { verbs: [...VERBS] });
  session = await initialize(surface, endpoint.token);
  const claimed = async () => (await aClaimedTodo(surface.db, endpoint.scope)).todo.id;
  const pending = () => aPendingTodo(surface.db, endpoint.scope);
  ids = [await pending(), await pending(), await claimed(), await claimed(), await claimed()];
  ids.push(await aDeadLetter(surface.db, endpoint.scope), 'td_none');
});

const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 10 })
  .map((codes) => String.fromCharCode(...codes));

/** JSON as text, so that there are numbers in it which no serializer writes. */
const jsonText = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom('null', '1e400', '-1e400', '9007199254740993', '1e-20000', '-0', '{"a":1,"a":2}', '{"__proto__":[]}'),
  units.map((text) => JSON.stringify(text)),
);

const NAMES = [
  ...['id', 'queue', 'state', 'limit', 'cursor', 'attempts_limit', 'lease_ttl_seconds', 'require_fence', 'claimant'],
  ...['lease_token', 'result', 'summary', 'artifact', 'title', 'payload', 'kind', 'idempotency_key', 'assignee'],
  ...['max_attempts', '__proto__', 'constructor', 'toString', 'ID'],
];

const anArgument = fc.tuple(fc.constantFrom(...NAMES), jsonText);

/** Arguments as a client's text: mostly near to what a verb takes, and then anything. */
const argumentsText = fc
  .record({
    id: fc.option(fc.nat({ max: 6 }), { freq: 4 }),
    queue: fc.option(fc.constantFrom('ci', 'ci', 'docs'), { freq: 3 }),
    title: fc.option(fc.oneof(anyText, units), { freq: 3 }),
    further: fc.oneof(fc.constant([]), fc.array(anArgument, { maxLength: 3 })),
  })
  .map(({ id, queue, title, further }) => {
    const given = [
      ...(id === null ? [] : [['id', JSON.stringify(ids[id])]]),
      ...(queue === null ? [] : [['queue', JSON.stringify(queue)]]),
      ...(title === null ? [] : [['title', JSON.stringify(title)]]),
      ...further,
    ];
    return `{${given.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  });

const verbs = VERBS.filter((verb) => verb !== 'wait_for_todo');

it('whatever is sent, a verb is served or refused by name, and the rows stay sound', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...verbs), argumentsText, async (verb, args) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${verb}","arguments":${args}}}`;
      const response = await post(surface, endpoint.token, body, { 'mcp-session-id': session });
      expect(response.status).toBe(200);
      const { result } = await response.json();
      if (!result.isError) {
        expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
        seen.add('served');
        return;
      }
      expect(REFUSALS).toContain(codeOf(result));
      seen.add(String(codeOf(result)));
    }),
    { numRuns: CALLS },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['served', 'invalid']));
  expect(await brokenInvariants(surface.db)).toEqual([]);
});
