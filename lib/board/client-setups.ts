/** How to connect one client: where the text goes, and the text. */
export interface ClientSetup {
  readonly client: string;
  readonly place: string;
  readonly format: 'sh' | 'json' | 'toml';
  readonly text: string;
}

/** The variable that the configuration files read the credential from, so that it stays out of them. */
export const TOKEN_VARIABLE = 'SWITCHBOARD_TOKEN';

/**
 * Ready configuration per MCP client. Each has a detail of its own that breaks a copy of another's: the key's name, the
 * transport's type, how a variable is written.
 * @param url the MCP URL
 * @param token the endpoint's credential
 */
export function clientSetups(url: string, token: string): ClientSetup[] {
  return [
    {
      client: 'Claude Code',
      place: 'Run once in a shell',
      format: 'sh',
      text: `claude mcp add --transport http --scope user switchboard ${url} --header "Authorization: Bearer ${token}"`,
    },
    {
      client: 'Claude Code, by project',
      place: '.mcp.json',
      format: 'json',
      text: json({ mcpServers: { switchboard: { type: 'http', url, headers: bearer(`\${${TOKEN_VARIABLE}}`) } } }),
    },
    {
      client: 'Cursor',
      place: '.cursor/mcp.json',
      format: 'json',
      text: json({ mcpServers: { switchboard: { url, headers: bearer(`\${env:${TOKEN_VARIABLE}}`) } } }),
    },
    {
      client: 'VS Code',
      place: '.vscode/mcp.json; it asks for the credential',
      format: 'json',
      text: json(vsCode(url)),
    },
    {
      client: 'Codex',
      place: '~/.codex/config.toml',
      format: 'toml',
      text: `[mcp_servers.switchboard]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "${TOKEN_VARIABLE}"`,
    },
    {
      client: 'Gemini CLI',
      place: '~/.gemini/settings.json',
      format: 'json',
      text: json({ mcpServers: { switchboard: { httpUrl: url, headers: bearer(`$${TOKEN_VARIABLE}`) } } }),
    },
    {
      client: 'Windsurf',
      place: '~/.codeium/windsurf/mcp_config.json',
      format: 'json',
      text: json({ mcpServers: { switchboard: { serverUrl: url, headers: bearer(`\${env:${TOKEN_VARIABLE}}`) } } }),
    },
    { client: 'curl', place: 'Proves URL and credential', format: 'sh', text: curl(url, token) },
  ];
}

function vsCode(url: string): object {
  const input = { type: 'promptString', id: 'token', description: 'Switchboard credential', password: true };
  const server = { type: 'http', url, headers: bearer(`\${input:token}`) };
  return { inputs: [input], servers: { switchboard: server } };
}

function curl(url: string, token: string): string {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'curl', version: '1' } };
  return [
    `curl -sS ${url} \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    "  -H 'Content-Type: application/json' \\",
    "  -H 'Accept: application/json, text/event-stream' \\",
    `  -d '${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}'`,
  ].join('\n');
}

function bearer(value: string): { Authorization: string } {
  return { Authorization: `Bearer ${value}` };
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
