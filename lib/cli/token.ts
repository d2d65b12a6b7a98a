import { findTokenOwner } from '../store/operator/find-owner';
import { listOperatorTokens } from '../store/operator-tokens/list-operator-tokens';
import { mintOperatorToken } from '../store/operator-tokens/mint-operator-token';
import { revokeOperatorToken } from '../store/operator-tokens/revoke-operator-token';
import type { Command, Result } from './command';
import { orRefuse, Refused } from './failures';
import { ownerNamed, ownersNamed } from './find-human';

const create: Command = {
  name: 'token create',
  summary: 'Makes a token with which a program acts for a person on the operator API',
  options: { human: { value: 'ID|EMAIL', help: 'Whom it acts for', required: true } },
  examples: ['token create --human ada@example.com', 'token create --human ada@example.com --json'],
  run: async ({ db, config, note }, args) => {
    const who = args.required('human');
    const minted = mintOperatorToken(db, await ownerNamed(db, who));
    const { token } = await orRefuse(minted, { not_found: `${who} is disabled` });
    note(`The token is shown this once; it is the bearer of ${config.baseUrl}/api/v1.`);
    return { token };
  },
};

const list: Command = {
  name: 'token list',
  summary: 'Lists operator tokens, newest first, by their first characters',
  options: { human: { value: 'ID|EMAIL', help: 'Only those of one human' } },
  examples: ['token list', 'token list --human ada@example.com --json'],
  run: async ({ db }, args) => {
    const tokens: Result[] = [];
    for (const owner of await ownersNamed(db, args.optional('human'))) {
      for (const token of await listOperatorTokens(db, owner)) {
        tokens.push({
          id: token.id,
          human_id: owner.humanId,
          token_prefix: token.tokenPrefix,
          created_at: token.createdAt,
          last_used_at: token.lastUsedAt,
          revoked_at: token.revokedAt,
        });
      }
    }
    return { tokens };
  },
};

const revoke: Command = {
  name: 'token revoke',
  summary: 'Ends an operator token at once',
  positionals: ['ID'],
  examples: ['token revoke 0197c0de-0000-7000-8000-000000000001'],
  run: async ({ db }, args) => {
    const id = args.positional(0);
    const owner = await findTokenOwner(db, id);
    if (!owner) throw new Refused('not_found', `there is no token ${id}; see: token list`);
    await orRefuse(revokeOperatorToken(db, owner, id), { not_found: `token ${id} is revoked already` });
    return { id, revoked: true };
  },
};

export const tokenCommands: readonly Command[] = [create, list, revoke];
