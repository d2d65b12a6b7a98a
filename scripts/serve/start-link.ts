import type { Config } from '@/lib/config';
import { createDb } from '@/lib/db/connection';
import { createStartLink } from '@/lib/store/sign-in-links/create-start-link';

/** Makes the one-time link that signs in the first human, who is created when there is none. */
export async function startLink(databaseUrl: string, config: Config): Promise<string> {
  const db = createDb(databaseUrl, config, undefined, { max: 1 });
  try {
    return (await createStartLink(db, config.baseUrl)).url;
  } finally {
    await db.sql.end({ timeout: 5 });
  }
}
