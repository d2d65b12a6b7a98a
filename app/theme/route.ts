import { keepChoice } from '../_choice';
import { parseTheme, THEME_COOKIE } from '../_theme';

/** Keeps the chosen theme, so that the server renders it from the first byte on. */
export async function POST(request: Request): Promise<Response> {
  return await keepChoice(request, THEME_COOKIE, (form) => parseTheme(form.get('theme')));
}

export { toStart as GET } from '../_choice';
