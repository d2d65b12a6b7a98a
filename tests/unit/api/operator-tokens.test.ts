import { describe, expect, it } from 'vitest';
import { ownerScope } from '@/lib/queue/scope';
import { disableHuman } from '@/lib/store/humans/disable-human';
import { findOperatorByToken } from '@/lib/store/operator-tokens/find-operator-by-token';
import { listOperatorTokens } from '@/lib/store/operator-tokens/list-operator-tokens';
import { mintOperatorToken } from '@/lib/store/operator-tokens/mint-operator-token';
import { revokeOperatorToken } from '@/lib/store/operator-tokens/revoke-operator-token';
import { touchOperatorToken } from '@/lib/store/operator-tokens/touch-operator-token';
import { aHuman, outcomeOf, testQueue } from '../../support/queue';

const held = testQueue();

describe('operator tokens', () => {
  it('are shown once, stored as a hash, and name their human', async () => {
    const { db } = held;
    const scope = await aHuman(db);
    const { tokenId, token, tokenPrefix } = await mintOperatorToken(db, scope);
    expect(token).toMatch(/^sbo_[\w-]{43}$/);
    expect(await findOperatorByToken(db, token)).toEqual({ tokenId, humanId: scope.humanId });
    expect(await listOperatorTokens(db, scope)).toEqual([
      { id: tokenId, tokenPrefix, createdAt: expect.any(String), lastUsedAt: null, revokedAt: null },
    ]);
    expect(tokenPrefix).toBe(token.slice(0, 12));
    const [stored] = await db.sql`select o::text as row from operator_tokens o where id = ${tokenId}`;
    expect(stored?.row).not.toContain(token.slice(12));
  });

  it('end when they are revoked, once', async () => {
    const { db } = held;
    const scope = await aHuman(db);
    const [gone, kept] = [await mintOperatorToken(db, scope), await mintOperatorToken(db, scope)];
    await revokeOperatorToken(db, scope, gone.tokenId);
    expect(await findOperatorByToken(db, gone.token)).toBeUndefined();
    expect(await findOperatorByToken(db, kept.token)).toBeDefined();
    expect(await outcomeOf(revokeOperatorToken(db, scope, gone.tokenId))).toBe('not_found');
    const listed = await listOperatorTokens(db, scope);
    expect(listed.map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
      [kept.tokenId, false],
      [gone.tokenId, true],
    ]);
  });

  it('end with their human, who gets no new ones', async () => {
    const { db } = held;
    const scope = await aHuman(db);
    const { token } = await mintOperatorToken(db, scope);
    await disableHuman(db, scope.humanId);
    expect(await findOperatorByToken(db, token)).toBeUndefined();
    expect(await outcomeOf(mintOperatorToken(db, scope))).toBe('not_found');
    expect(await outcomeOf(mintOperatorToken(db, ownerScope('nobody')))).toBe('not_found');
  });

  it("of another human are neither listed nor revoked, and an unknown one is nobody's", async () => {
    const { db } = held;
    const [mine, theirs] = [await aHuman(db), await aHuman(db)];
    const { tokenId, token } = await mintOperatorToken(db, mine);
    expect(await listOperatorTokens(db, theirs)).toEqual([]);
    for (const id of [tokenId, '0197c0de-0000-7000-8000-000000000000', 'nonsense'])
      expect(await outcomeOf(revokeOperatorToken(db, theirs, id))).toBe('not_found');
    expect(await findOperatorByToken(db, token)).toBeDefined();
    expect(await findOperatorByToken(db, `${token}x`)).toBeUndefined();
  });

  it('note their last use', async () => {
    const { db } = held;
    const scope = await aHuman(db);
    const { tokenId } = await mintOperatorToken(db, scope);
    await touchOperatorToken(db, tokenId);
    expect(await listOperatorTokens(db, scope)).toMatchObject([{ lastUsedAt: expect.stringMatching(/Z$/) }]);
  });
});
