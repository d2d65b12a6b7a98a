import { spawnSync } from 'node:child_process';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { clientSetups } from '@/lib/board/client-setups';

const URL = 'https://board.test/api/mcp';
const TOKEN = 'sbk_abc-DEF_123';
const setups = clientSetups(URL, TOKEN);
const textOf = (client: string) => setups.find((setup) => setup.client === client)?.text ?? '';
const jsonOf = (client: string) => JSON.parse(textOf(client));

/** What a real shell hands to the program, with a function of its name in its place. */
function argvOf(program: string, text: string): string[] {
  const { stdout, status, stderr } = spawnSync('sh', ['-c', `${program}() { printf '%s\\0' "$@"; }\n${text}\n`]);
  expect([status, String(stderr)]).toEqual([0, '']);
  return String(stdout).split('\0').slice(0, -1);
}

/** Each format by its own parser. */
const PARSERS = {
  sh: (text: string) => expect(spawnSync('sh', ['-n', '-c', text]).status).toBe(0),
  json: JSON.parse,
  toml: parseToml,
};

describe('the configuration of a client', () => {
  it.each(setups)('is well-formed for $client', ({ format, text }) => {
    PARSERS[format](text);
  });

  it('is one command for Claude Code, and a typed entry by project', () => {
    expect(argvOf('claude', textOf('Claude Code'))).toEqual([
      ...['mcp', 'add', '--transport', 'http', '--scope', 'user', 'switchboard', URL],
      ...['--header', `Authorization: Bearer ${TOKEN}`],
    ]);
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
    expect(jsonOf('Gemini CLI').mcpServers.switchboard).toEqual({
      httpUrl: URL,
      headers: { Authorization: 'Bearer $SWITCHBOARD_TOKEN' },
    });
    expect(jsonOf('Windsurf').mcpServers.switchboard).toEqual({
      serverUrl: URL,
      headers: { Authorization: `Bearer \${env:SWITCHBOARD_TOKEN}` },
    });
    expect(jsonOf('VS Code')).toEqual({
      inputs: [{ type: 'promptString', id: 'token', description: 'Switchboard credential', password: true }],
      servers: { switchboard: { type: 'http', url: URL, headers: { Authorization: `Bearer \${input:token}` } } },
    });
    expect(parseToml(textOf('Codex'))).toEqual({
      mcp_servers: { switchboard: { url: URL, bearer_token_env_var: 'SWITCHBOARD_TOKEN' } },
    });
  });

  it('is an initialize that proves URL and credential for curl', () => {
    const [silent, url, ...rest] = argvOf('curl', textOf('curl'));
    expect([silent, url]).toEqual(['-sS', URL]);
    expect(rest).toContain(`Authorization: Bearer ${TOKEN}`);
    expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({ jsonrpc: '2.0', method: 'initialize' });
  });

  it('keeps the credential out of every file that is likely to be committed', () => {
    for (const { format, text } of setups) if (format !== 'sh') expect(text).not.toContain(TOKEN);
  });
});
