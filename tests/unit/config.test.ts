import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '@/lib/config';

const problemsOf = (env: Record<string, string | undefined>) => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

describe('configuration', () => {
  it('has its documented defaults', () => {
    expect(parseConfig({}).config).toMatchObject({
      dataDir: '.switchboard',
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:3000',
      leaseTtlSeconds: 300,
      maxAttempts: 5,
      reaperIntervalMs: 5000,
      retryIntervalMs: 5000,
      retentionIntervalMs: 3_600_000,
      retentionMaxAgeDays: 30,
      retentionMaxRows: 500_000,
      attemptHistoryMaxPerTodo: 50,
      attemptSummaryFromResult: false,
      mcpRatePerSecond: 50,
      mcpRateBurst: 100,
      doorbellGateMs: 60_000,
      trustedProxies: 0,
      devLogin: false,
      logLevel: 'info',
    });
  });

  it('names every wrong variable at once and never a value', () => {
    const problems = problemsOf({
      PORT: '99999',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      SWITCHBOARD_ENCRYPTION_KEY: 'hunter2',
      SWITCHBOARD_METRICS_TOKEN: 'short-hunter2',
      SWITCHBOARD_ATTEMPT_HISTORY_MAX_PER_TODO: '4',
    });
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'PORT',
      'SWITCHBOARD_ATTEMPT_HISTORY_MAX_PER_TODO',
      'SWITCHBOARD_ENCRYPTION_KEY',
      'SWITCHBOARD_METRICS_TOKEN',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('takes 1 and true in any case for a switch, and nothing vague', () => {
    const read = (value: string) =>
      parseConfig({ SWITCHBOARD_ATTEMPT_SUMMARY_FROM_RESULT: value }).config.attemptSummaryFromResult;
    expect(['1', 'TRUE', ' true ', '0', 'false', ''].map(read)).toEqual([true, true, true, false, false, false]);
    expect(problemsOf({ SWITCHBOARD_ATTEMPT_SUMMARY_FROM_RESULT: 'yes' })).toHaveLength(1);
  });

  it('refuses dev login unless base URL and listen address are loopback', () => {
    expect(problemsOf({ SWITCHBOARD_DEV_LOGIN: '1' })).toEqual([]);
    expect(problemsOf({ SWITCHBOARD_DEV_LOGIN: '1', SWITCHBOARD_HOST: '0.0.0.0' })).toHaveLength(1);
    expect(problemsOf({ SWITCHBOARD_DEV_LOGIN: '1', SWITCHBOARD_BASE_URL: 'https://board.example' })).toHaveLength(1);
  });

  it('takes an identity provider whole or not at all', () => {
    const oidc = {
      SWITCHBOARD_OIDC_ISSUER: 'https://id.example/realm',
      SWITCHBOARD_OIDC_CLIENT_ID: 'board',
      SWITCHBOARD_OIDC_CLIENT_SECRET: 'hunter2',
    };
    expect(parseConfig({}).config).toMatchObject({ oidc: undefined, github: undefined });
    expect(parseConfig(oidc).config.oidc).toEqual({
      issuer: 'https://id.example/realm',
      clientId: 'board',
      clientSecret: 'hunter2',
    });
    expect(problemsOf({ ...oidc, SWITCHBOARD_OIDC_CLIENT_ID: undefined })).toEqual([
      expect.stringMatching(/^SWITCHBOARD_OIDC_CLIENT_ID is missing: /),
    ]);
    expect(problemsOf({ SWITCHBOARD_GITHUB_CLIENT_SECRET: 'hunter2' })).toEqual([
      expect.stringMatching(/^SWITCHBOARD_GITHUB_CLIENT_ID is missing: /),
    ]);
  });

  it('takes an issuer over http on a loopback address alone', () => {
    const issuer = (SWITCHBOARD_OIDC_ISSUER: string) => {
      const rest = { SWITCHBOARD_OIDC_CLIENT_ID: 'board', SWITCHBOARD_OIDC_CLIENT_SECRET: 'secret' };
      return problemsOf({ SWITCHBOARD_OIDC_ISSUER, ...rest }).length;
    };
    expect(['https://id.example', 'http://127.0.0.1:8080/realm', 'http://localhost:1'].map(issuer)).toEqual([0, 0, 0]);
    expect(
      ['http://id.example', 'id.example', 'https://id.example/?x=1', 'https://u:p@id.example'].map(issuer),
    ).toEqual([1, 1, 1, 1]);
  });

  it('asks for a sign-in secret when the database is not embedded', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://db/x' })).toEqual([
      expect.stringMatching(/^NEXTAUTH_SECRET is required/),
    ]);
  });

  it('warns of unknown names and ignores HOSTNAME', () => {
    const { config, warnings } = parseConfig({ SWITCHBOARD_LEASE_TTL: '9', HOSTNAME: 'container-7' });
    expect(warnings).toEqual([expect.stringContaining('SWITCHBOARD_LEASE_TTL ')]);
    expect(config.host).toBe('127.0.0.1');
  });
});
