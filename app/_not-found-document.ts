import type { Theme } from './_theme';

/**
 * The whole answer for what is absent or another human's: the same bytes for every address, so that nothing can be told from
 * them. It is no rendered page, because Next renders a not-found page of a matched route in the browser only.
 */
export function notFoundDocument(theme: Theme | undefined): string {
  return `<!DOCTYPE html>
<html lang="en"${theme === undefined ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Not found · Switchboard</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/base.css">
</head>
<body class="document">
<main>
<h1>Not found</h1>
<p>There is no such page, or it is not yours to see. A finished todo is deleted after its retention time.</p>
<p><a href="/todos">Go to the todos</a></p>
</main>
</body>
</html>
`;
}

/** It loads its stylesheet and icon, and nothing else. */
export const NOT_FOUND_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
