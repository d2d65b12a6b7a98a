import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { clientValue, databaseUrl, encryptionKey, flag, oidcIssuer, origin, ranges, whole } from './config-values';
import { isLoopback } from './http/listening';

/** Raised when the environment cannot be used; `problems` holds one line per variable and never a value of a secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Configuration is not usable:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const environment = z.object({
  DATABASE_URL: databaseUrl.optional(),
  SWITCHBOARD_DATABASE_DIRECT_URL: databaseUrl.optional(),
  SWITCHBOARD_ENCRYPTION_KEY: encryptionKey.optional(),
  SWITCHBOARD_TRUSTED_PROXIES: whole(0, 10, 0),
  SWITCHBOARD_DATA_DIR: z.string().min(1, 'must be a directory').default('.switchboard'),
  PORT: whole(1, 65535, 3000),
  SWITCHBOARD_HOST: z.string().trim().min(1, 'must be an address to listen on').default('127.0.0.1'),
  SWITCHBOARD_BASE_URL: origin.optional(),
  SWITCHBOARD_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin)),
  NEXTAUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  SWITCHBOARD_OIDC_ISSUER: oidcIssuer.optional(),
  SWITCHBOARD_OIDC_CLIENT_ID: clientValue.optional(),
  SWITCHBOARD_OIDC_CLIENT_SECRET: clientValue.optional(),
  SWITCHBOARD_GITHUB_CLIENT_ID: clientValue.optional(),
  SWITCHBOARD_GITHUB_CLIENT_SECRET: clientValue.optional(),
  SWITCHBOARD_DEV_LOGIN: flag,
  SWITCHBOARD_LEASE_TTL_SECONDS: whole(1, 86_400, 300),
  SWITCHBOARD_MAX_ATTEMPTS: whole(1, 100, 5),
  SWITCHBOARD_REAPER_INTERVAL_MS: whole(100, 3_600_000, 5_000),
  SWITCHBOARD_RETRY_INTERVAL_MS: whole(100, 3_600_000, 5_000),
  SWITCHBOARD_RETENTION_INTERVAL_MS: whole(100, 86_400_000, 3_600_000),
  SWITCHBOARD_RETENTION_MAX_AGE_DAYS: whole(1, 36_500, 30),
  SWITCHBOARD_RETENTION_MAX_ROWS: whole(0, 999_999_999, 500_000),
  SWITCHBOARD_ATTEMPT_HISTORY_MAX_PER_TODO: whole(5, 10_000, 50),
  SWITCHBOARD_ATTEMPT_SUMMARY_FROM_RESULT: flag,
  SWITCHBOARD_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'must be at least 32 printable characters')
    .optional(),
  SWITCHBOARD_MCP_RATE_PER_SECOND: whole(0, 1_000_000, 50),
  SWITCHBOARD_MCP_RATE_BURST: whole(1, 1_000_000, 100),
  SWITCHBOARD_DOORBELL_GATE_MS: whole(0, 86_400_000, 60_000),
  SWITCHBOARD_NOTIFY_HOOKS_MAX: whole(0, 100, 5),
  SWITCHBOARD_NOTIFY_HOOK_ALLOW_CIDRS: ranges,
  SWITCHBOARD_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
  SWITCHBOARD_BOARD_READ_ONLY: flag,
});

/** What an identity provider knows this Board by. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The settings of one process, with units in their names. Source: the README's configuration table. */
export interface Config {
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly encryptionKey: Buffer | undefined;
  readonly trustedProxies: number;
  readonly dataDir: string;
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly allowedOrigins: readonly string[];
  readonly nextauthSecret: string | undefined;
  /** Sign-in with an OpenID Connect provider; undefined when it is not configured. */
  readonly oidc: (OAuthClient & { readonly issuer: string }) | undefined;
  /** Sign-in with GitHub; undefined when it is not configured. */
  readonly github: OAuthClient | undefined;
  readonly devLogin: boolean;
  readonly leaseTtlSeconds: number;
  readonly maxAttempts: number;
  readonly reaperIntervalMs: number;
  readonly retryIntervalMs: number;
  readonly retentionIntervalMs: number;
  readonly retentionMaxAgeDays: number;
  readonly retentionMaxRows: number;
  readonly attemptHistoryMaxPerTodo: number;
  readonly attemptSummaryFromResult: boolean;
  readonly metricsToken: string | undefined;
  readonly mcpRatePerSecond: number;
  readonly mcpRateBurst: number;
  readonly doorbellGateMs: number;
  readonly notifyHooksMax: number;
  /** Address ranges that an outbound hook may reach although they are not public. */
  readonly notifyHookAllowCidrs: readonly string[];
  readonly logLevel: string;
  readonly boardReadOnly: boolean;
}

/**
 * Reads the settings out of an environment. An empty variable counts as unset.
 * @returns the settings and a warning line for every unknown `SWITCHBOARD_*` name
 * @throws ConfigError naming every variable that is wrong, all at once
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): { config: Config; warnings: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  }
  const config = toConfig(parsed.data);
  const problems = [...contradictions(config), ...HALVES.flatMap((names) => halfGiven(names, parsed.data))];
  if (problems.length > 0) throw new ConfigError(problems);
  const warnings = Object.keys(given)
    .filter((name) => name.startsWith('SWITCHBOARD_') && !(name in environment.shape))
    .map((name) => `${name} is not a setting of Switchboard and is ignored`);
  return { config, warnings };
}

function toConfig(env: z.infer<typeof environment>): Config {
  return {
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.SWITCHBOARD_DATABASE_DIRECT_URL,
    encryptionKey: env.SWITCHBOARD_ENCRYPTION_KEY,
    trustedProxies: env.SWITCHBOARD_TRUSTED_PROXIES,
    dataDir: env.SWITCHBOARD_DATA_DIR,
    port: env.PORT,
    host: env.SWITCHBOARD_HOST,
    baseUrl: env.SWITCHBOARD_BASE_URL ?? `http://${ownHost(env.SWITCHBOARD_HOST)}:${env.PORT}`,
    allowedOrigins: env.SWITCHBOARD_ALLOWED_ORIGINS,
    nextauthSecret: env.NEXTAUTH_SECRET,
    oidc: oidcOf(env),
    github: clientOf(env.SWITCHBOARD_GITHUB_CLIENT_ID, env.SWITCHBOARD_GITHUB_CLIENT_SECRET),
    devLogin: env.SWITCHBOARD_DEV_LOGIN,
    leaseTtlSeconds: env.SWITCHBOARD_LEASE_TTL_SECONDS,
    maxAttempts: env.SWITCHBOARD_MAX_ATTEMPTS,
    reaperIntervalMs: env.SWITCHBOARD_REAPER_INTERVAL_MS,
    retryIntervalMs: env.SWITCHBOARD_RETRY_INTERVAL_MS,
    retentionIntervalMs: env.SWITCHBOARD_RETENTION_INTERVAL_MS,
    retentionMaxAgeDays: env.SWITCHBOARD_RETENTION_MAX_AGE_DAYS,
    retentionMaxRows: env.SWITCHBOARD_RETENTION_MAX_ROWS,
    attemptHistoryMaxPerTodo: env.SWITCHBOARD_ATTEMPT_HISTORY_MAX_PER_TODO,
    attemptSummaryFromResult: env.SWITCHBOARD_ATTEMPT_SUMMARY_FROM_RESULT,
    metricsToken: env.SWITCHBOARD_METRICS_TOKEN,
    mcpRatePerSecond: env.SWITCHBOARD_MCP_RATE_PER_SECOND,
    mcpRateBurst: env.SWITCHBOARD_MCP_RATE_BURST,
    doorbellGateMs: env.SWITCHBOARD_DOORBELL_GATE_MS,
    notifyHooksMax: env.SWITCHBOARD_NOTIFY_HOOKS_MAX,
    notifyHookAllowCidrs: env.SWITCHBOARD_NOTIFY_HOOK_ALLOW_CIDRS,
    logLevel: env.SWITCHBOARD_LOG_LEVEL,
    boardReadOnly: env.SWITCHBOARD_BOARD_READ_ONLY,
  };
}

function oidcOf(env: z.infer<typeof environment>): Config['oidc'] {
  const client = clientOf(env.SWITCHBOARD_OIDC_CLIENT_ID, env.SWITCHBOARD_OIDC_CLIENT_SECRET);
  const issuer = env.SWITCHBOARD_OIDC_ISSUER;
  return issuer === undefined ? undefined : client && { issuer, ...client };
}

function clientOf(clientId: string | undefined, clientSecret: string | undefined): OAuthClient | undefined {
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

/** Settings that mean something only together. */
const HALVES = [
  ['SWITCHBOARD_OIDC_ISSUER', 'SWITCHBOARD_OIDC_CLIENT_ID', 'SWITCHBOARD_OIDC_CLIENT_SECRET'],
  ['SWITCHBOARD_GITHUB_CLIENT_ID', 'SWITCHBOARD_GITHUB_CLIENT_SECRET'],
] as const;

function halfGiven(names: (typeof HALVES)[number], env: z.infer<typeof environment>): string[] {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name} is missing: set all of ${names.join(', ')}, or none`);
}

/** Under what name this machine reaches a server that listens there. */
function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

function contradictions(config: Config): string[] {
  const problems: string[] = [];
  if (config.devLogin && !(isLoopback(config.host) && isLoopback(new URL(config.baseUrl).hostname))) {
    problems.push('SWITCHBOARD_DEV_LOGIN needs SWITCHBOARD_HOST and SWITCHBOARD_BASE_URL to be loopback addresses');
  }
  if (config.databaseUrl !== undefined && config.nextauthSecret === undefined) {
    problems.push('NEXTAUTH_SECRET is required with DATABASE_URL: set it to at least 32 random characters');
  }
  if (config.databaseUrl === undefined && config.databaseDirectUrl !== undefined) {
    problems.push('SWITCHBOARD_DATABASE_DIRECT_URL needs DATABASE_URL to be set as well');
  }
  return problems;
}
