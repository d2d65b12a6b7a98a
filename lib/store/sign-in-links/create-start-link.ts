import type { Db } from '../../db/connection';
import { ensureFirstHuman } from '../humans/ensure-first-human';
import { createSignInLink } from './create-sign-in-link';
import { signInUrl } from './sign-in-url';

/**
 * The link that a start prints: signs the first human in, once, within 15 minutes.
 * @param baseUrl the public origin, such as `http://127.0.0.1:3000`
 */
export async function createStartLink(db: Db, baseUrl: string): Promise<{ url: string; expiresAt: string }> {
  const human = await ensureFirstHuman(db);
  const { token, expiresAt } = await createSignInLink(db, human.id);
  return { url: signInUrl(baseUrl, token), expiresAt };
}
