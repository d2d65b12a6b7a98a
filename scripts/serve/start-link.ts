import type { Config } from '@/lib/config';

/** Makes the one-time link that signs in the first human, who is created when there is none. */
export async function startLink(_databaseUrl: string, config: Config): Promise<string> {
  return `${config.baseUrl}/signin`; // FILL: createStartLink(db, baseUrl) of lib/store/sign-in-links
}
