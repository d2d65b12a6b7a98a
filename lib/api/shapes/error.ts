import { z } from 'zod';
import { text } from './wire';

export const error = z
  .strictObject({
    error: z.strictObject({
      code: text('invalid, unauthorized, not_found, conflict, forbidden, too_many_requests, unavailable or internal.'),
      message: text('One sentence for a person: what is wrong and what to do.'),
    }),
  })
  .meta({ id: 'Error' });
