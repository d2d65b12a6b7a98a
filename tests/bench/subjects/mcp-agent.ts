import { Agent, type IncomingMessage, request } from 'node:http';

/** An MCP client with as little of its own as there can be: what is measured is the server. */
export interface McpAgent {
  /** Calls a verb. @returns the structured content @throws Error when it is refused */
  call<Content>(verb: string, args?: object): Promise<Content>;
  /** Opens the session's event stream; `onEvent` gets each event's data, `signal` ends it. */
  listen(onEvent: (data: string) => void, signal: AbortSignal): Promise<void>;
  close(): void;
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Opens a session at a server, over a connection that is kept. */
export async function mcpAgent(url: string, token: string): Promise<McpAgent> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const post = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await send(url, { method: 'POST', agent, headers }, body);
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    if (answer.statusCode !== 200) throw new Error(`${method} answered ${answer.statusCode}: ${text}`);
    return { result: JSON.parse(text).result, session: answer.headers['mcp-session-id'] };
  };
  const { session } = await post('initialize', INITIALIZE);
  headers = { ...headers, 'mcp-session-id': String(session) };
  return {
    async call(verb, args = {}) {
      const { result } = await post('tools/call', { name: verb, arguments: args });
      if (result.isError) throw new Error(result.content[0].text);
      return result.structuredContent;
    },
    async listen(onEvent, signal) {
      const options = { headers: { ...headers, accept: 'text/event-stream' }, agent: false as const, signal };
      const stream = await send(url, options);
      if (stream.statusCode !== 200) throw new Error(`the stream answered ${stream.statusCode}`);
      stream.on('error', () => {});
      let rest = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line.startsWith('data: ')) onEvent(line.slice('data: '.length));
      });
    },
    close: () => agent.destroy(),
  };
}

function send(url: string, options: Parameters<typeof request>[1], body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body);
  });
}
