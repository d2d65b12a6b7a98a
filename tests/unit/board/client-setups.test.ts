import { describe, expect, it } from 'vitest';
import { clientSetups } from '@/lib/board/client-setups';

const URL = 'https://board.test/api/mcp';
const TOKEN = 'sbk_abc';
const setups = new Map(clientSetups(URL, TOKEN).map((setup) => [setup.client, setup.text]));
const jsonOf = (client: string) => JSON.parse(setups.get(client) ?? '');

describe('the configuration of a client', () => {
  it('is one command for Claude Code, and a typed entry by project', () => {
    expect(setups.get('Claude Code')).toBe(
      `claude mcp add --transport http --scope user switchboard ${URL} --header "Authorization: Bearer ${TOKEN}"`,
    );
    expect(jsonOf('Claude Code, by project')).toEqual({
      mcpServers: {
        switchboard: { type: 'http', url: URL, headers: { Authorization: `Bearer \${SWITCHBOARD_TOKEN}` } },
      },
    });
  });

  it('has the key and the variable that each file format wants', () => {
    expect(jsonOf('Cursor').mcpServers.switchboard).toEqual({
      url: URL,
      headers: { Authorization: `Bearer \${env:SWITCHBOARD_TOKEN}` },
    });
    expect(jsonOf('Gemini CLI').mcpServers.switchboard).toMatchObject({ httpUrl: URL });
    expect(jsonOf('Windsurf').mcpServers.switchboard).toMatchObject({ serverUrl: URL });
    expect(jsonOf('VS Code')).toMatchObject({
      inputs: [{ type: 'promptString', id: 'token', password: true }],
      servers: { switchboard: { type: 'http', url: URL, headers: { Authorization: `Bearer \${input:token}` } } },
    });
    expect(setups.get('Codex')?.split('\n')).toEqual([
      '[mcp_servers.switchboard]',
      `url = "${URL}"`,
      'bearer_token_env_var = "SWITCHBOARD_TOKEN"',
    ]);
  });

  it('is an initialize that proves URL and credential for curl', () => {
    const text = setups.get('curl') ?? '';
    expect(text).toContain(`curl -sS ${URL} `);
    expect(text).toContain(`Authorization: Bearer ${TOKEN}`);
    expect(JSON.parse(/-d '(.*)'$/.exec(text)?.[1] ?? '')).toMatchObject({ jsonrpc: '2.0', method: 'initialize' });
  });

  it('keeps the credential out of every file that is likely to be committed', () => {
    for (const { format, text } of clientSetups(URL, TOKEN)) if (format !== 'sh') expect(text).not.toContain(TOKEN);
  });
});
