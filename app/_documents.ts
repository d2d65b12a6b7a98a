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

/** Such a document loads its stylesheet and icon, and nothing else. */
export const DOCUMENT_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function toDocument(theme: Theme | undefined, title: string, paragraphs: readonly string[]): string {
  return `<!DOCTYPE html>
<html lang="en"${theme === undefined ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Switchboard</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/base.css">
</head>
<body class="document">
<main>
<h1>${title}</h1>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}
</main>
</body>
</html>
`;
}
