import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns';
import { endpoints } from './owners';

/** Receivers that are told when an endpoint's todos become claimable or die for good. */
export const notifyHooks = pgTable(
  'notify_hooks',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => endpoints.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Only todos of these queues; all when null. */
    queues: text('queues').array(),
    secretEncrypted: bytes('secret_encrypted').notNull(),
    /** Calls in a row that failed at every try; a call that arrives sets it back. */
    failures: integer('failures').notNull().default(0),
    lastError: text('last_error'),
    lastErrorAt: instant('last_error_at'),
    lastSentAt: instant('last_sent_at'),
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('notify_hooks_disabled_has_reason', sql`(disabled_at is null) = (disabled_reason is null)`),
    index('notify_hooks_endpoint').on(table.endpointId),
  ],
);

/** Calls that are to be made, written by the statement that moved the todo. Kept for a while after they were made or given up. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    hookId: uuid('hook_id')
      .notNull()
      .references(() => notifyHooks.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    todoId: text('todo_id').notNull(),
    /** The request's body; its bytes are the same at every try. */
    body: text('body').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When the next try may begin. A sender takes a row by moving this beyond the longest that a try can last. */
    dueAt: instant('due_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
    givenUpAt: instant('given_up_at'),
  },
  (table) => [
    check('outbox_event_known', sql`event in ('todo.ready', 'todo.dead_lettered')`),
    index('outbox_due').on(table.hookId, table.dueAt).where(sql`sent_at is null and given_up_at is null`),
    index('outbox_created').on(table.createdAt),
  ],
);
