import { cookies } from 'next/headers';
import type { Config } from '../config';

type Jar = Pick<Awaited<ReturnType<typeof cookies>>, 'get'>;

/** Where next-auth noted to go after the sign-in that was begun last; undefined when it notes nothing of ours. */
export function notedReturn(config: Config, jar: Jar): string | undefined {
  const noted = jar.get(nameOf(config))?.value;
  return noted !== undefined && isOurs(noted, config) ? noted : undefined;
}

/**
 * Forgets next-auth's note unless it is an address of ours: next-auth answers 500 to one that it cannot read, for as long as the
 * browser keeps it.
 */
export async function dropForeignReturn(config: Config): Promise<void> {
  const jar = await cookies();
  const noted = jar.get(nameOf(config))?.value;
  if (noted !== undefined && !isOurs(noted, config)) jar.delete(nameOf(config));
}

function isOurs(noted: string, { baseUrl }: Config): boolean {
  return URL.canParse(noted) && new URL(noted).origin === baseUrl;
}

function nameOf({ baseUrl }: Config): string {
  return `${baseUrl.startsWith('https://') ? '__Secure-' : ''}next-auth.callback-url`;
}
