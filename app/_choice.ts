import { cookies } from 'next/headers';
import { returnPath } from '@/lib/auth/session-return';
import { getRuntime } from '@/lib/runtime';

const YEAR_SECONDS = 365 * 86_400;

/**
 * Keeps how a human wants the Board to look in a cookie, so that the server renders it that way, and goes back to the page that
 * the form stood on.
 * @param read the choice in the form; undefined forgets it
 */
export async function keepChoice(
  request: Request,
  cookie: string,
  read: (form: FormData) => string | undefined,
): Promise<Response> {
  const { baseUrl } = getRuntime().config;
  const choice = read(await request.formData().catch(() => new FormData()));
  const jar = await cookies();
  if (choice === undefined) jar.delete(cookie);
  else
    jar.set(cookie, choice, {
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: baseUrl.startsWith('https:'),
      maxAge: YEAR_SECONDS,
    });
  return seeOther(formPage(request, baseUrl));
}

/** Whoever types the address of a form's target is shown the start. */
export function toStart(): Response {
  return seeOther('/');
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** The page a form stood on; also the sign-in page, which is no page to come back to after signing in. */
function formPage(request: Request, baseUrl: string): string {
  const referer = request.headers.get('referer');
  if (referer === null || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return pathname === '/signin' ? `/signin${search}` : returnPath(`${pathname}${search}`, baseUrl);
}
