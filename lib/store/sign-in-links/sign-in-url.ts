/**
 * Where a one-time token is spent: a page with a button, so that a mail scanner's GET spends nothing.
 * @param baseUrl the public origin
 */
export function signInUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/signin?token=${encodeURIComponent(token)}`;
}
