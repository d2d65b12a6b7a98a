import type { Db } from '../../db/connection';

/** One call that is to be made, with all that making it takes. */
export interface DueCall {
  readonly id: string;
  readonly hookId: string;
  readonly event: 'todo.ready' | 'todo.dead_lettered';
  readonly body: string;
  /** Tries that have failed already. */
  readonly tries: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
}

/**
 * Takes a live hook's calls that are due, oldest first: nobody else sees them until `seconds` have passed, so a sender that dies gives
 * them back by itself.
 * @param seconds longer than one try can last
 */
export async function takeCalls(db: Db, hookId: string, limit: number, seconds: number): Promise<DueCall[]> {
  return await db.sql<DueCall[]>`
    with due as materialized (
      select o.id
      from outbox o
      where o.hook_id = ${hookId}
        and o.sent_at is null
        and o.given_up_at is null
        and o.due_at <= now()
      order by o.due_at
      limit ${limit}::int
      for update skip locked
    )
    update outbox o
    set due_at = now() + make_interval(secs => ${seconds})
    from due, notify_hooks h
    where o.id = due.id
      and h.id = o.hook_id
      and h.disabled_at is null
    returning o.id, o.hook_id as "hookId", o.event, o.body, o.tries, h.url, h.secret_encrypted as "sealedSecret"`;
}
