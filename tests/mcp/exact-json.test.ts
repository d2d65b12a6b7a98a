import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEndpoint, type TestEndpoint } from '@/tests/support/queue';
import { initialize, post } from './support/raw';
import { argumentOf, callTool, codeOf, mcpSurface, sdkClient } from './support/surface';

const surface = mcpSurface();
let endpoint: TestEndpoint;
let session: string;
let client: Client;

beforeAll(async () => {
  endpoint = await anEndpoint(surface.db, {
    verbs: ['create_todo', 'claim', 'claim_next', 'complete', 'fail', 'get_todo'],
  });
  session = await initialize(surface, endpoint.token);
  client = await sdkClient(surface, endpoint.token);
});

/** One call whose arguments are JSON text, which a client's own serializer could not have written. */
async function call(verb: string, argumentsText: string) {
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${verb}","arguments":${argumentsText}}}`;
  const response = await post(surface, endpoint.token, message, { 'mcp-session-id': session });
  const text = await response.text();
  return { status: response.status, text, result: JSON.parse(text).result };
}

const create = async (payload: string): Promise<string> => {
  const { result } = await call('create_todo', `{"queue":"ci","title":"t","payload":${payload}}`);
  return result.structuredContent.id;
};

/** How often a text stands in an answer: in its content, where it is quoted, and in its structured content. */
const timesIn = (answer: string, text: string) =>
  answer.split(text).length - 1 + answer.split(JSON.stringify(text).slice(1, -1)).length - 1;

const NUMBERS = ['9007199254740993', '-123456789012345678901234567890', '0.1234567890123456789', '1.10'];
const HUGE = `1${'0'.repeat(400)}`;

describe('numbers that JavaScript cannot hold', () => {
  it.each(NUMBERS)('%s comes out of claim and get_todo as it went in', async (number) => {
    const id = await create(`{ "n" : ${number} , "s":"a b"}`);
    for (const verb of ['claim', 'get_todo']) {
      expect(timesIn((await call(verb, `{"id":"${id}"}`)).text, `{"n":${number},"s":"a b"}`)).toBeGreaterThanOrEqual(2);
    }
    const [row] = await surface.db.sql`select payload::text as payload, payload_size from todos where id = ${id}`;
    expect(row?.payload).toContain(number);
    expect(row?.payload_size).toBe(`{"n":${number},"s":"a b"}`.length);
  });

  it.each(['complete', 'fail'])('%s keeps them in the result', async (verb) => {
    const id = await create('1e400');
    expect(timesIn((await call('claim', `{"id":"${id}"}`)).text, HUGE)).toBeGreaterThanOrEqual(2);
    expect((await call(verb, `{"id":"${id}","result":[9007199254740993,1e400]}`)).result.isError).toBeUndefined();
    const read = await call('get_todo', `{"id":"${id}"}`);
    expect(read.text).toContain(`"result":[9007199254740993,${HUGE}]`);
    expect(read.text).not.toContain('null]');
  });

  it("pass the official client's check of the answer", async () => {
    const id = await create('{"n":[1e400,9007199254740993]}');
    const { structuredContent, content } = await callTool(client, 'claim', { id });
    expect(structuredContent.payload).toEqual({ n: [Number.POSITIVE_INFINITY, 9007199254740992] });
    expect((content[0] as { text: string }).text).toContain('9007199254740993');
  });

  it.each(['1e200000', '[1e-20000]', `[${'1e99999,'.repeat(11)}0]`])(
    '%.20s is invalid by name, for no column holds it',
    async (number) => {
      const [before] = await surface.db.sql`select count(*)::int as todos from todos`;
      const { result } = await call('create_todo', `{"queue":"ci","title":"t","payload":${number}}`);
      expect([codeOf(result), argumentOf(result)]).toEqual(['invalid', 'payload']);
      expect(await surface.db.sql`select count(*)::int as todos from todos`).toEqual([before]);
    },
  );

  it('are invalid, and nothing else, where a whole number is asked for', async () => {
    const id = await create('{}');
    for (const ttl of ['1e400', '-1e400', '0.5', '9007199254740993.5e-1']) {
      const { result } = await call('claim', `{"id":"${id}","lease_ttl_seconds":${ttl}}`);
      expect([ttl, codeOf(result), argumentOf(result)]).toEqual([ttl, 'invalid', 'lease_ttl_seconds']);
    }
  });
});

describe('a payload', () => {
  it.each(['{}', '[1]', '"10.5"', '"null"', '0', 'false', '{"a":[null]}', '"\\u2028 \\" \\\\ é 😀"'])(
    '%s keeps its type, in content and in structured content',
    async (payload) => {
      const { structuredContent, content } = await callTool(client, 'claim', { id: await create(payload) });
      expect(structuredContent.payload).toEqual(JSON.parse(payload));
      expect(JSON.parse((content[0] as { text: string }).text)).toEqual(structuredContent);
    },
  );

  it('of null is none', async () => {
    const { result } = await call('create_todo', '{"queue":"ci","title":"t","payload": null }');
    expect(result.structuredContent.payload_size).toBe(0);
  });

  it('that the same key stands in twice is data, and the last one counts', async () => {
    const { structuredContent } = await callTool(client, 'claim', {
      id: await create('{"a":1,"a":2,"__proto__":{"x":1}}'),
    });
    expect(JSON.stringify(structuredContent.payload)).toBe('{"a":2,"__proto__":{"x":1}}');
  });
});
