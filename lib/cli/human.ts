import { ownerScope } from '../queue/scope';
import { listEndpoints } from '../store/endpoints/list-endpoints';
import { revokeEndpoint } from '../store/endpoints/revoke-endpoint';
import { createHuman } from '../store/humans/create-human';
import { disableHuman } from '../store/humans/disable-human';
import type { Command } from './command';
import { orRefuse } from './failures';

const create: Command = {
  name: 'human create',
  summary: 'Adds a person who can sign in and vend endpoints',
  options: {
    email: { value: 'EMAIL', help: 'Their email address', required: true },
    name: { value: 'NAME', help: 'What the Board calls them; the part of the email before the @ by default' },
  },
  examples: ['human create --email ada@example.com --name "Ada Lovelace"'],
  run: async ({ db }, args) => {
    const email = args.required('email');
    const human = await orRefuse(createHuman(db, { email, name: args.optional('name') }), {
      conflict: `there is a human with the email ${email} already`,
    });
    return { human_id: human.id, email: human.email, name: human.name };
  },
};

const disable: Command = {
  name: 'human disable',
  summary: 'Shuts a person out: ends their Board sessions and revokes their endpoints',
  positionals: ['ID'],
  examples: ['human disable ada@example.com', 'human disable 0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db }, args) => {
    const who = args.positional(0);
    const human = await orRefuse(disableHuman(db, who), { not_found: `there is no human ${who}` });
    const scope = ownerScope(human.id);
    const open = (await listEndpoints(db, scope)).filter((endpoint) => endpoint.revokedAt === null);
    for (const endpoint of open) await revokeEndpoint(db, scope, endpoint.id);
    return { human_id: human.id, email: human.email, disabled_at: human.disabledAt, endpoints_revoked: open.length };
  },
};

export const humanCommands: readonly Command[] = [create, disable];
