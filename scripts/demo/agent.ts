import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { Unmet } from './tell';

const compact = z.looseObject({
  id: z.string(),
  state: z.string(),
  attempt: z.number(),
  max_attempts: z.number(),
  title: z.string(),
  next_retry_at: z.string().nullable(),
  dead_letter: z.boolean(),
});

const priorAttempt = z.looseObject({
  seq: z.number(),
  outcome: z.string(),
  died: z.boolean(),
  summary: z.string().nullable(),
  claimant: z.string().nullable(),
});

const claimNextAnswer = z.looseObject({
  empty: z.boolean(),
  todo: compact.optional(),
  attempt_seq: z.number().optional(),
  prior_attempts: z.array(priorAttempt).optional(),
  lease_token: z.string().optional(),
});

const attempts = compact.extend({ attempts: z.array(z.looseObject({ outcome: z.string().nullable() })) });

export type Todo = z.infer<typeof compact>;

export interface Claimed {
  readonly todo: Todo;
  readonly attemptSeq: number;
  readonly priorAttempts: readonly z.infer<typeof priorAttempt>[];
  readonly leaseToken: string | undefined;
}

/** A worker as any MCP client can be one: the SDK's own client on the endpoint's URL and token. */
export class Agent {
  private constructor(
    private readonly client: Client,
    private readonly claimant: string,
  ) {}

  static async connect(mcpUrl: string, token: string, claimant: string): Promise<Agent> {
    const client = new Client({ name: 'switchboard-demo', version: '1.0.0' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }));
    return new Agent(client, claimant);
  }

  /** @throws Unmet when nothing is claimable */
  async claimNext(options: { lease_ttl_seconds?: number; require_fence?: boolean } = {}): Promise<Claimed> {
    const answer = claimNextAnswer.parse(await this.call('claim_next', { claimant: this.claimant, ...options }));
    if (answer.todo === undefined) throw new Unmet(`expected ${this.claimant} to find a todo to claim`);
    const { todo, attempt_seq = 0, prior_attempts = [], lease_token } = answer;
    return { todo, attemptSeq: attempt_seq, priorAttempts: prior_attempts, leaseToken: lease_token };
  }

  async complete(claimed: Claimed, summary: string): Promise<Todo> {
    return compact.parse(await this.call('complete', { ...proofOf(claimed), summary, result: { ok: true } }));
  }

  async fail(claimed: Claimed, summary: string): Promise<Todo> {
    return compact.parse(await this.call('fail', { ...proofOf(claimed), summary }));
  }

  async heartbeat(claimed: Claimed, leaseTtlSeconds: number): Promise<void> {
    await this.call('heartbeat', { ...proofOf(claimed), lease_ttl_seconds: leaseTtlSeconds });
  }

  async read(id: string): Promise<z.infer<typeof attempts>> {
    return attempts.parse(await this.call('get_todo', { id }));
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async call(name: string, args: Record<string, unknown>): Promise<unknown> {
    const result = await this.client.callTool({ name, arguments: args });
    if (result.isError) throw new Unmet(`expected ${name} to be accepted, but: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  }
}

function proofOf({ todo, leaseToken }: Claimed): Record<string, string> {
  return leaseToken === undefined ? { id: todo.id } : { id: todo.id, lease_token: leaseToken };
}
