import { keepChoice } from '../_choice';
import { parseZone, ZONE_COOKIE } from '../_zone';

/** Keeps the time zone that full times are written in. */
export async function POST(request: Request): Promise<Response> {
  return await keepChoice(request, ZONE_COOKIE, (form) => parseZone(form.get('zone')));
}

export { toStart as GET } from '../_choice';
