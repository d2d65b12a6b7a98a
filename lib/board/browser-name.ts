/** More telling names first: each browser also claims to be those below it. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** A browser as people call it, such as `Firefox on Linux`, out of its User-Agent; what names itself otherwise is shown as it does. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'unknown browser';
  const find = (known: readonly (readonly [string, RegExp])[]) => known.find(([, sign]) => sign.test(userAgent))?.[0];
  const browser = find(BROWSERS);
  if (browser === undefined) return userAgent.split(' ')[0]?.slice(0, 40) ?? 'unknown browser';
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
