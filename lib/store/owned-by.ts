import type { Sql } from '../db/connection';
import type { OwnerScope } from '../queue/scope';
import type { Fragment } from './columns';

/** The owning-human predicate on the todo `t`, which stands in every statement of the Board and of its jobs (SPEC-0034 REQ-10). */
export function ownedBy(sql: Sql, scope: OwnerScope): Fragment {
  return sql`t.endpoint_id in (select e.id from endpoints e where e.human_id = ${scope.humanId})`;
}

/** A claimed todo `t` of the human's, still in the attempt that they were shown: an act never falls on the attempt after it. */
export function heldInShownAttempt(sql: Sql, scope: OwnerScope, attemptSeq: number): Fragment {
  return sql`${ownedBy(sql, scope)} and t.state = 'claimed' and t.attempts_total = ${attemptSeq}::int`;
}
