import type { Db } from '../db/connection';
import { type OwnerScope, ownerScope } from '../queue/scope';
import { findHuman } from '../store/humans/find-human';
import { listOwners } from '../store/operator/list-owners';
import { Refused } from './failures';

/**
 * The scope of the human that `--human` names by id or email.
 * @throws Refused when there is none
 */
export async function ownerNamed(db: Db, idOrEmail: string): Promise<OwnerScope> {
  const human = await findHuman(db, idOrEmail);
  if (!human)
    throw new Refused('not_found', `there is no human ${idOrEmail}; add one with: human create --email EMAIL`);
  return ownerScope(human.id);
}

/** The scope that an optional `--human` narrows a list to, or everybody's. */
export async function ownersNamed(db: Db, idOrEmail: string | undefined): Promise<OwnerScope[]> {
  return idOrEmail === undefined ? listOwners(db) : [await ownerNamed(db, idOrEmail)];
}
