import { createSignInLink } from '../store/sign-in-links/create-sign-in-link';
import { signInUrl } from '../store/sign-in-links/sign-in-url';
import type { Command } from './command';
import { orRefuse } from './failures';
import { ownerNamed } from './find-human';

export const loginLink: Command = {
  name: 'login-link',
  summary: 'Makes a link that signs a person in to the Board once, within 15 minutes',
  options: { human: { value: 'ID|EMAIL', help: 'Whom it signs in', required: true } },
  examples: ['login-link --human ada@example.com'],
  run: async ({ db, config }, args) => {
    const who = args.required('human');
    const { humanId } = await ownerNamed(db, who);
    const link = await orRefuse(createSignInLink(db, humanId), { not_found: `${who} is disabled and cannot sign in` });
    return { url: signInUrl(config.baseUrl, link.token), expires_at: link.expiresAt };
  },
};
