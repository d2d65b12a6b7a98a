import { cookies } from 'next/headers';
import { returnPath } from '@/lib/auth/session-return';
import { getRuntime } from '@/lib/runtime';
import { parseTheme, THEME_COOKIE } from '../_theme';

const YEAR_SECONDS = 365 * 86_400;

/** Keeps the chosen theme in a cookie, so that the server renders it from the first byte on. */
export async function POST(request: Request): Promise<Response> {
  const { baseUrl } = getRuntime().config;
  const theme = parseTheme((await request.formData().catch(() => new FormData())).get('theme'));
  const jar = await cookies();
  if (theme === undefined) jar.delete(THEME_COOKIE);
  else
    jar.set(THEME_COOKIE, theme, {
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: baseUrl.startsWith('https:'),
      maxAge: YEAR_SECONDS,
    });
  const location = returnPath(refererPath(request), baseUrl);
  return new Response(null, { status: 303, headers: { location } });
}

function refererPath(request: Request): string | undefined {
  const referer = request.headers.get('referer');
  if (referer === null || !URL.canParse(referer)) return undefined;
  const { pathname, search } = new URL(referer);
  return `${pathname}${search}`;
}
