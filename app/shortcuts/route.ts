import { keepChoice } from '../_choice';
import { SHORTCUTS_COOKIE } from '../_shortcuts';

/** Keeps whether single keys do something. */
export async function POST(request: Request): Promise<Response> {
  return await keepChoice(request, SHORTCUTS_COOKIE, (form) => (form.get('shortcuts') === 'off' ? 'off' : undefined));
}

export { toStart as GET } from '../_choice';
