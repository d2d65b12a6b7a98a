import type { Theme } from './_theme';

/**
 * The whole answer for what is absent or another human's: the same bytes for every address, so that nothing can be told from
 * them. It is no rendered page, because Next renders the not-found page of a matched route in the browser only.
 */
export function notFoundDocument(theme: Theme | undefined): string {
  return toDocument(theme, 'Not found', [
    'There is no such page, or it is not yours to see. A finished todo is deleted after its retention time.',
    '<a href="/todos">Go to the todos</a>',
  ]);
}

/** The answer while the database cannot be asked who is signed in. */
export function unavailableDocument(theme: Theme | undefined): string {
  return toDocument(theme, 'The database does not answer', [
    'Nothing is lost: what agents reported is stored. Try again in a moment; <code>/readyz</code> and the log say more.',
    '<a href="/">Start over</a>',
  ]);
}

/** The step to an identity provider, which the browser takes by itself at once. */
export function leavingDocument(theme: Theme | undefined, provider: string, url: string): string {
  const href = escapeHtml(url);
  const onward = `<meta http-equiv="refresh" content="0;url=${href}">`;
  return toDocument(
    theme,
    'Signing in',
    [`On to <a href="${href}">${escapeHtml(provider)}</a>, which says who you are.`],
    onward,
  );
}

/** Such a document loads its stylesheet and icon, and nothing else. */
const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': DOCUMENT_POLICY,
  'cache-control': 'private, no-store',
};

const PLACES = [
  ['/', 'Switchboard'],
  ['/todos', 'Todos'],
  ['/endpoints', 'Endpoints'],
  ['/webhooks', 'Webhooks'],
  ['/activity', 'Activity'],
  ['/settings', 'Settings'],
] as const;

function toDocument(theme: Theme | undefined, title: string, paragraphs: readonly string[], head = ''): string {
  return `<!DOCTYPE html>
<html lang="en"${theme === undefined ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">${head}
<title>${title} · Switchboard</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/base.css">
</head>
<body class="document">
<header>
<nav aria-label="Main">
${PLACES.map(([href, name]) => `<a href="${href}">${name}</a>`).join('\n')}
</nav>
</header>
<main>
<h1>${title}</h1>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
