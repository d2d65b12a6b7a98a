import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, timeOrderedId } from './columns';
import { humans } from './owners';

/** What humans did: who, what, to which todo, endpoint or job, when. Names and ids of ours alone, never what an agent wrote. */
export const humanActs = pgTable(
  'human_acts',
  {
    id: uuid('id').primaryKey(),
    humanId: uuid('human_id')
      .notNull()
      .references(() => humans.id),
    act: text('act').notNull(),
    // No reference to todos: what was done to one outlives it.
    todoId: text('todo_id'),
    attemptSeq: integer('attempt_seq'),
    endpointId: uuid('endpoint_id'),
    jobId: uuid('job_id'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('human_acts_newest').on(table.humanId, table.at, table.id)],
);

/**
 * Acts on many todos at once: on those named with the attempts that a page showed, or on all that match a filter. Counts and
 * position move in the transaction that moves the todos, so that a job goes on exactly where its process ended.
 */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: uuid('id').primaryKey(),
    humanId: uuid('human_id')
      .notNull()
      .references(() => humans.id),
    act: text('act').notNull(),
    todoIds: text('todo_ids').array(),
    attemptsSeen: integer('attempts_seen').array(),
    state: text('state'),
    queue: text('queue'),
    search: text('search'),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    cursorCreatedAt: instant('cursor_created_at'),
    cursorId: timeOrderedId('cursor_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('bulk_jobs_act_known', sql`act in ('retry', 'release')`),
    check(
      'bulk_jobs_selection_whole',
      sql`coalesce(cardinality(todo_ids), 0) = coalesce(cardinality(attempts_seen), 0)`,
    ),
    index('bulk_jobs_human').on(table.humanId, table.createdAt),
    index('bulk_jobs_unfinished').on(table.createdAt).where(sql`finished_at is null`),
  ],
);

/** What happened in a queue within a minute: counted from committed transitions and added up outside of them, for charts alone. */
export const queueMinutes = pgTable(
  'queue_minutes',
  {
    minute: instant('minute').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    queue: text('queue').notNull(),
    created: integer('created').notNull().default(0),
    completed: integer('completed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    died: integer('died').notNull().default(0),
    released: integer('released').notNull().default(0),
    other: integer('other').notNull().default(0),
  },
  (table) => [primaryKey({ name: 'queue_minutes_pk', columns: [table.endpointId, table.queue, table.minute] })],
);
