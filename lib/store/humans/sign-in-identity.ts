import { v7 as uuidv7 } from 'uuid';
import type { Db, PoolDb } from '../../db/connection';
import { inTransaction } from '../../db/transaction';
import { invalid } from '../../queue/errors';
import { runVerb } from '../run-verb';
import { parseEmail, parseHumanName } from './human';

/** What an identity provider says of whoever just proved to be its user. */
export interface ProvenIdentity {
  /** The provider, by its issuer URL; a subject means something only there. */
  readonly issuer: string;
  readonly subject: string;
  /** An address that the provider has verified, and no other. */
  readonly verifiedEmail: string | undefined;
  readonly name: string | undefined;
}

/** The domain of addresses that stand for nobody's: RFC 2606 keeps it unused for ever. */
export const NO_EMAIL_DOMAIN = 'unverified.invalid';

const SUBJECT_MAX_CHARACTERS = 255;
const NAME_MAX_CHARACTERS = 100;

/**
 * The human of an identity. The first time, that is the human with the same verified email, or else a new one; from then on the
 * subject alone decides, whatever email the provider tells later. Without a verified email nobody's account is touched: the new
 * human gets an address in {@link NO_EMAIL_DOMAIN}.
 * @returns the human's id, disabled or not
 * @throws QueueError `invalid` naming the argument
 */
export async function signInIdentity(db: PoolDb, identity: ProvenIdentity): Promise<string> {
  const operation = 'identity_sign_in';
  const { issuer, subject } = identity;
  if (subject === '' || subject.length > SUBJECT_MAX_CHARACTERS)
    throw invalid(operation, 'subject', `must have 1 to ${SUBJECT_MAX_CHARACTERS} characters`);
  return await runVerb(db, operation, undefined, () =>
    inTransaction(db, async (tx) => {
      // Two first sign-ins at once: the second waits here and then finds what the first made.
      await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`;
      const [known] = await tx.sql<{ human_id: string }[]>`
        update identities
        set last_sign_in_at = now()
        where issuer = ${issuer}
          and subject = ${subject}
        returning human_id`;
      return known?.human_id ?? (await addIdentity(tx, operation, identity));
    }),
  );
}

async function addIdentity(tx: Db, operation: string, identity: ProvenIdentity): Promise<string> {
  const id = uuidv7();
  const email = parseEmail(operation, identity.verifiedEmail ?? `${id}@${NO_EMAIL_DOMAIN}`);
  const name = parseHumanName(operation, identity.name?.slice(0, NAME_MAX_CHARACTERS), email);
  // The no-op update makes `returning` yield the row of an existing human as well.
  const [row] = await tx.sql<[{ human_id: string }]>`
    with human as (
      insert into humans (id, email, name)
      values (${id}, ${email}, ${name})
      on conflict (email) do update set email = excluded.email
      returning id
    )
    insert into identities (issuer, subject, human_id)
    select ${identity.issuer}, ${identity.subject}, human.id
    from human
    returning human_id`;
  return row.human_id;
}
