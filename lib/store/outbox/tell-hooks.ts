import type { Db } from '../../db/connection';
import type { Fragment } from '../columns';

/**
 * A part of a statement that moves todos: writes a `todo.ready` call for every live hook that asked for it, in the same transaction as the
 * move. It comes after the CTEs that it reads and begins with a comma; with hooks switched off it is empty.
 * @param moved the row source of the todos that have become claimable, as `m` with id, endpoint_id and queue
 */
export function tellReady(db: Db, moved: Fragment): Fragment {
  const { sql } = db;
  if (db.settings.notifyHooksMax === 0) return sql``;
  return sql`,
      told_ready as (
        insert into outbox (hook_id, event, todo_id, body)
        select h.id, 'todo.ready', m.id, json_build_object(
          'type', 'todo.ready',
          'timestamp', ${rfc3339Now(db)},
          'data', json_build_object('todo_id', m.id, 'endpoint_id', m.endpoint_id, 'queue', m.queue)
        )
        from ${moved}
        join notify_hooks h on ${asked(db)}
      )`;
}

/** The attempt with which a todo died, as expressions over the row source (SPEC-0034 REQ-15); null when it had none open. */
export interface LastAttempt {
  readonly cause: Fragment;
  readonly seq: Fragment;
  readonly outcome: Fragment;
  readonly died: Fragment;
  readonly summary: Fragment;
  readonly artifact: Fragment;
}

/**
 * As {@link tellReady}, for `todo.dead_lettered` with what the last attempt left behind (SPEC-0034 REQ-15). The todo's payload is
 * never part of it.
 * @param dead the row source of the dead letters, as `m` with id, endpoint_id, queue and attempts_total
 */
export function tellDeadLettered(db: Db, dead: Fragment, last: LastAttempt): Fragment {
  const { sql } = db;
  if (db.settings.notifyHooksMax === 0) return sql``;
  return sql`,
      told_dead as (
        insert into outbox (hook_id, event, todo_id, body)
        select h.id, 'todo.dead_lettered', m.id, json_build_object(
          'type', 'todo.dead_lettered',
          'timestamp', ${rfc3339Now(db)},
          'data', json_build_object(
            'todo_id', m.id, 'endpoint_id', m.endpoint_id, 'queue', m.queue, 'cause', ${last.cause},
            'attempts_total', m.attempts_total, 'seq', ${last.seq}, 'outcome', ${last.outcome}, 'died', ${last.died},
            'summary', ${last.summary}, 'artifact', ${last.artifact}
          )
        )
        from ${dead}
        join notify_hooks h on ${asked(db)}
      )`;
}

/** Whether the hook `h` is live and wants to be told of the todo `m`. */
function asked(db: Db): Fragment {
  return db.sql`h.endpoint_id = m.endpoint_id and h.disabled_at is null and (h.queues is null or m.queue = any(h.queues))`;
}

function rfc3339Now(db: Db): Fragment {
  return db.sql`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
