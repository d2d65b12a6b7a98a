export const THEME_COOKIE = 'switchboard.theme';

export type Theme = 'light' | 'dark';

/** The chosen theme; undefined follows the system. */
export function parseTheme(value: unknown): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined;
}
