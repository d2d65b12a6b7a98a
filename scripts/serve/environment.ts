/** What the server process is told beyond the environment the launcher got itself. */
export interface ServerSettings {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly nextauthSecret: string;
  /** 32 bytes in base64; undefined leaves it unset. */
  readonly encryptionKey: string | undefined;
}

/**
 * The environment of the Next process. HOSTNAME is taken out, because container runtimes set it and Next would listen
 * there; NODE_ENV is Next's own to choose.
 */
export function serverEnvironment(
  given: Readonly<Record<string, string | undefined>>,
  settings: ServerSettings,
): Record<string, string> {
  const { HOSTNAME: _, NODE_ENV: __, ...rest } = given;
  const kept = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(kept),
    DATABASE_URL: settings.databaseUrl,
    SWITCHBOARD_HOST: settings.host,
    PORT: String(settings.port),
    SWITCHBOARD_BASE_URL: settings.baseUrl,
    NEXTAUTH_URL: settings.baseUrl,
    NEXTAUTH_SECRET: settings.nextauthSecret,
    NEXT_TELEMETRY_DISABLED: '1',
    ...(settings.encryptionKey === undefined ? {} : { SWITCHBOARD_ENCRYPTION_KEY: settings.encryptionKey }),
  };
}
