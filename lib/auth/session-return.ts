const RETURN_PATH_MAX_CHARACTERS = 2_048;

/** What answers only to a form or a program, or would lead round in a circle: no page to come back to. */
const NO_PAGE = /^\/(?:api|signin|signout|theme|zone|shortcuts|metrics|healthz|readyz|_next|\.well-known)(?:\/|$)/;

/**
 * Where to go after sign-in: a page on our own origin, and `/` for anything else. The path is what a URL parser made of the
 * input, so what is checked is what a browser follows.
 * @param value the `callbackUrl` parameter as given: absent, repeated, relative or absolute
 * @param baseUrl the configured public origin
 */
export function returnPath(value: string | readonly string[] | undefined, baseUrl: string): string {
  if (typeof value !== 'string' || value.length > RETURN_PATH_MAX_CHARACTERS) return '/';
  if (!URL.canParse(value, baseUrl)) return '/';
  const target = new URL(value, baseUrl);
  const isOurs = target.origin === new URL(baseUrl).origin && target.username === '' && target.password === '';
  const path = `${target.pathname}${target.search}${target.hash}`;
  return isOurs && /^\/(?![/\\])/.test(path) && !NO_PAGE.test(path.split(/[?#]/)[0] ?? '') ? path : '/';
}
