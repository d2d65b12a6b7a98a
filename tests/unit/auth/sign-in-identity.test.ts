import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createDb } from '@/lib/db/connection';
import { createHuman } from '@/lib/store/humans/create-human';
import { findHuman } from '@/lib/store/humans/find-human';
import { type ProvenIdentity, signInIdentity } from '@/lib/store/humans/sign-in-identity';
import { testDatabase } from '@/tests/support/database';
import { SETTINGS } from '@/tests/support/queue';

const db = createDb((await testDatabase()).url, SETTINGS);
afterAll(() => db.sql.end());

const anIdentity = (given: Partial<ProvenIdentity> = {}): ProvenIdentity => ({
  issuer: 'https://id.test',
  subject: randomUUID(),
  verifiedEmail: `${randomUUID()}@example.test`,
  name: 'Ada',
  ...given,
});

describe('the human of an identity', () => {
  it('is made at the first sign-in and found at every other, whatever the provider tells then', async () => {
    const identity = anIdentity();
    const id = await signInIdentity(db, identity);
    expect(await findHuman(db, id)).toMatchObject({ email: identity.verifiedEmail, name: 'Ada' });
    expect(await signInIdentity(db, { ...identity, verifiedEmail: undefined, name: 'Eve' })).toBe(id);
    expect(await findHuman(db, id)).toMatchObject({ email: identity.verifiedEmail, name: 'Ada' });
  });

  it('is the one who has the verified email, in any case of letters', async () => {
    const { id, email } = await createHuman(db, { email: `${randomUUID()}@example.test` });
    expect(await signInIdentity(db, anIdentity({ verifiedEmail: email.toUpperCase() }))).toBe(id);
  });

  it('is a new one without a verified email, whose address is nobody’s', async () => {
    const id = await signInIdentity(db, anIdentity({ verifiedEmail: undefined }));
    expect((await findHuman(db, id))?.email).toBe(`${id}@unverified.invalid`);
  });

  it('is another one for the same subject at another issuer', async () => {
    const identity = anIdentity({ verifiedEmail: undefined });
    const there = await signInIdentity(db, { ...identity, issuer: 'https://other.test' });
    expect(there).not.toBe(await signInIdentity(db, identity));
  });

  it('is one and the same for ten first sign-ins at once, and no other human is left behind', async () => {
    const identity = anIdentity({ verifiedEmail: undefined, name: randomUUID() });
    const ids = await Promise.all(Array.from({ length: 10 }, () => signInIdentity(db, identity)));
    expect(new Set(ids).size).toBe(1);
    const rows = await db.sql`select 1 from humans where name = ${identity.name ?? ''}`;
    expect(rows).toHaveLength(1);
  });

  it('is nobody for an empty subject or a long one', async () => {
    for (const subject of ['', 'x'.repeat(256)]) {
      await expect(signInIdentity(db, anIdentity({ subject }))).rejects.toMatchObject({ code: 'invalid' });
    }
  });
});
