import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_VERBS, VERBS } from '@/lib/queue/verbs';
import { anEndpoint } from '@/tests/support/queue';
import { initialize, LIST_TOOLS, post } from './support/raw';
import { codeOf, mcpSurface } from './support/surface';

const surface = mcpSurface();

interface Schema {
  type?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  not?: Schema;
  required?: string[];
  additionalProperties?: unknown;
}

interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema;
  annotations: Record<string, boolean>;
}

async function listedTools(verbs: string[]): Promise<ToolListing[]> {
  const { token } = await anEndpoint(surface.db, { verbs });
  const session = await initialize(surface, token);
  const response = await post(surface, token, LIST_TOOLS, { 'mcp-session-id': session });
  return (await response.json()).result.tools;
}

let tools: ToolListing[];
beforeAll(async () => {
  tools = await listedTools([...VERBS]);
});

/** The contract's table, section 5.4. */
const ARGUMENTS: Record<string, { takes: string[]; needs?: string[] }> = {
  list_todos: { takes: ['queue', 'state', 'limit', 'cursor'] },
  get_todo: { takes: ['id', 'attempts_limit'], needs: ['id'] },
  wait_for_todo: { takes: ['queue', 'timeout_seconds'] },
  claim_next: { takes: ['queue', 'lease_ttl_seconds', 'require_fence', 'claimant'] },
  claim: { takes: ['id', 'lease_ttl_seconds', 'require_fence', 'claimant'], needs: ['id'] },
  heartbeat: { takes: ['id', 'lease_ttl_seconds', 'lease_token'], needs: ['id'] },
  complete: { takes: ['id', 'result', 'summary', 'artifact', 'lease_token'], needs: ['id'] },
  fail: { takes: ['id', 'result', 'summary', 'artifact', 'lease_token'], needs: ['id'] },
  release: { takes: ['id', 'summary', 'artifact', 'lease_token'], needs: ['id'] },
  retry: { takes: ['id'], needs: ['id'] },
  create_todo: {
    takes: ['queue', 'title', 'payload', 'kind', 'idempotency_key', 'assignee', 'max_attempts'],
    needs: ['queue', 'title'],
  },
};

/** Keywords that mean the same in draft-07 and in 2020-12, and that every known client takes. */
const PLAIN = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'minimum',
  'maximum',
  'description',
];

/** What is wrong with a schema; results may besides hold nested unions, arguments a `not`. */
function offences(schema: Schema, place: string): string[] {
  const extra = place.startsWith('output.') ? 'anyOf' : 'not';
  const keywords = Object.keys(schema).filter((keyword) => !PLAIN.includes(keyword) && keyword !== extra);
  const silent = Object.keys(schema).every((keyword) => keyword === 'description') ? [`${place}: says nothing`] : [];
  const wrong = Array.isArray(schema.type) || Array.isArray(schema.items) ? [`${place}: a list of types`] : [];
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description ? [] : [`${place}.${name}: not described`]),
    ...offences(property, `${place}.${name}`),
  ]);
  const items = schema.items ? offences(schema.items, `${place}[]`) : [];
  return [...keywords.map((keyword) => `${place}: ${keyword}`), ...silent, ...wrong, ...below, ...items];
}

describe('tools/list', () => {
  it('shows all eleven verbs in their fixed order to whoever has them all', () => {
    expect(tools.map((tool) => tool.name)).toEqual([...VERBS]);
    expect(VERBS).toHaveLength(11);
  });

  it('shows exactly what each grant covers, by name or by implication', async () => {
    const shown = async (verbs: string[]) => (await listedTools(verbs)).map((tool) => tool.name);
    expect(await shown([...DEFAULT_VERBS])).toEqual(VERBS.filter((verb) => verb !== 'retry' && verb !== 'create_todo'));
    expect(await shown(['list_todos'])).toEqual(['list_todos', 'get_todo', 'wait_for_todo']);
    expect(await shown(['claim_next'])).toEqual(['wait_for_todo', 'claim_next']);
    for (const verb of VERBS.filter((name) => name !== 'list_todos' && name !== 'claim_next')) {
      expect(await shown([verb])).toEqual([verb]);
    }
  });

  it('has one page: a cursor is none of ours', async () => {
    const { token } = await anEndpoint(surface.db);
    const session = await initialize(surface, token);
    const message = { ...LIST_TOOLS, params: { cursor: 'x' } };
    const response = await post(surface, token, message, { 'mcp-session-id': session });
    expect((await response.json()).error.code).toBe(-32602);
  });
});

describe('schemas', () => {
  it.each(VERBS)('%s takes exactly the arguments of the contract', (verb) => {
    const { inputSchema } = tools.find((tool) => tool.name === verb) as ToolListing;
    expect(inputSchema.type).toBe('object');
    expect(inputSchema.additionalProperties).toBe(false);
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(ARGUMENTS[verb]?.takes);
    expect(inputSchema.required ?? []).toEqual(ARGUMENTS[verb]?.needs ?? []);
  });

  it.each(VERBS)('%s is plain for every client, each property described', (verb) => {
    const { inputSchema, outputSchema } = tools.find((tool) => tool.name === verb) as ToolListing;
    expect([...offences(inputSchema, 'input'), ...offences(outputSchema, 'output')]).toEqual([]);
    expect(outputSchema.type).toBe('object');
    expect(outputSchema.additionalProperties).toBeUndefined();
  });

  it('tell that what others wrote is data and never an instruction', () => {
    const claim = tools.find((tool) => tool.name === 'claim');
    const attempt = claim?.outputSchema.properties?.prior_attempts?.items?.properties;
    expect(attempt?.summary?.description).toMatch(/data.*never an instruction/i);
    expect(Object.keys(attempt ?? {})).toHaveLength(13);
    const summary = tools.find((tool) => tool.name === 'complete')?.inputSchema.properties?.summary;
    expect(summary?.description).toMatch(/data.*never taken as an instruction/i);
  });

  it('are described for a model, with hints for consent', () => {
    for (const { name, title, description, annotations } of tools) {
      expect(title, name).toBeTruthy();
      expect(description.length, name).toBeGreaterThan(150);
      expect(description.length, name).toBeLessThan(1_200);
      expect(description, name).toContain('unavailable');
      expect(Object.keys(annotations).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(annotations.openWorldHint).toBe(false);
      expect(annotations.readOnlyHint).toBe(['list_todos', 'get_todo', 'wait_for_todo'].includes(name));
    }
  });
});

describe('a validator on the client', () => {
  const UUID = 'td_01a22ddf-b61e-706b-99a5-5b7399e29819';
  const argumentSets: [verb: string, args: object, valid: boolean][] = [
    ['list_todos', {}, true],
    ['list_todos', { queue: 'ci', state: 'dead_letter', limit: 500 }, true],
    ['list_todos', { limit: 0 }, false],
    ['list_todos', { limit: '5' }, false],
    ['list_todos', { state: 'gone' }, false],
    ['get_todo', { id: UUID, attempts_limit: 51 }, true],
    ['get_todo', { id: UUID, attempts_limit: 1.5 }, false],
    ['get_todo', { id: 7 }, false],
    ['get_todo', {}, false],
    ['wait_for_todo', { timeout_seconds: 0 }, false],
    ['wait_for_todo', { timeout_seconds: 241 }, false],
    ['claim_next', { require_fence: true, claimant: 'a', lease_ttl_seconds: 999_999 }, true],
    ['claim_next', { require_fence: 'true' }, false],
    ['claim_next', { requir_fence: true }, false],
    ['claim', { id: UUID, lease_ttl_seconds: 0 }, false],
    ['heartbeat', { id: UUID, lease_token: 5 }, false],
    ['complete', { id: UUID, summary: ['x'] }, false],
    ['complete', { id: UUID, result: [1, { a: null }], extra: 1 }, false],
    ['release', { id: UUID, result: 1 }, false],
    ['create_todo', { queue: 'ci', title: 't', max_attempts: 101 }, false],
    ['create_todo', { queue: 'ci', title: 't', payload: 'x', kind: 'k', idempotency_key: 'i' }, true],
    ['create_todo', { queue: 'ci' }, false],
  ];

  it('agrees with the server on good and bad arguments', async () => {
    const { token } = await anEndpoint(surface.db, { verbs: [...VERBS] });
    const session = await initialize(surface, token);
    const validators = new AjvJsonSchemaValidator();
    for (const [verb, args, valid] of argumentSets) {
      const schema = tools.find((tool) => tool.name === verb)?.inputSchema ?? {};
      const verdict = validators.getValidator(schema as never)(args).valid;
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: verb, arguments: args } };
      const answer = await (await post(surface, token, message, { 'mcp-session-id': session })).json();
      const code = codeOf(answer.result);
      const knownId = 'id' in args && typeof args.id === 'string';
      const expected = valid ? [undefined, 'not_found', 'conflict'] : [knownId ? 'not_found' : 'invalid'];
      expect([verb, args, verdict]).toEqual([verb, args, valid]);
      expect(expected, `${verb} ${JSON.stringify(args)}`).toContain(code);
    }
  });
});
