-- Closed sets of words, as domains: a table's own check is parsed anew at every write, a domain's is kept.
CREATE DOMAIN "attempt_claimer_kind" AS text CONSTRAINT "attempt_claimer_kind_known" CHECK (value in ('endpoint', 'owner'));--> statement-breakpoint
CREATE DOMAIN "attempt_outcome" AS text CONSTRAINT "attempt_outcome_known" CHECK (value in ('completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked'));--> statement-breakpoint
CREATE DOMAIN "attempt_disposition" AS text CONSTRAINT "attempt_disposition_known" CHECK (value in ('done', 'retry_scheduled', 'dead_lettered', 'requeued', 'canceled'));--> statement-breakpoint
ALTER TABLE "todo_attempts"
	DROP CONSTRAINT "todo_attempts_seq_positive",
	DROP CONSTRAINT "todo_attempts_claimer_known",
	DROP CONSTRAINT "todo_attempts_outcome_known",
	DROP CONSTRAINT "todo_attempts_disposition_known",
	DROP CONSTRAINT "todo_attempts_bounds",
	DROP CONSTRAINT "todo_attempts_slot_tells_open",
	DROP CONSTRAINT "todo_attempts_dead_tell_nothing",
	ALTER COLUMN "claimer_kind" SET DATA TYPE "attempt_claimer_kind",
	ALTER COLUMN "outcome" SET DATA TYPE "attempt_outcome",
	ALTER COLUMN "disposition" SET DATA TYPE "attempt_disposition",
	ALTER COLUMN "claimant" SET DATA TYPE varchar(128),
	ALTER COLUMN "summary" SET DATA TYPE varchar(2048),
	ALTER COLUMN "artifact" SET DATA TYPE varchar(512),
	ADD CONSTRAINT "todo_attempts_slot_tells_open" CHECK (slot = case when ended_at is null then 0 else seq end),
	ADD CONSTRAINT "todo_attempts_dead_tell_nothing" CHECK (coalesce(summary, artifact) is null or outcome not in ('lease_expired', 'reaped'));--> statement-breakpoint
-- Indexes whose order, or whose predicate, no other index and no other statement shares (docs/decisions/claim-plans.md).
DROP INDEX "todos_leased";--> statement-breakpoint
DROP INDEX "todos_pending_pool";--> statement-breakpoint
DROP INDEX "todos_pending_assigned";--> statement-breakpoint
CREATE INDEX "todos_held" ON "todos" USING btree ("endpoint_id","queue") WHERE owner is not null and finished_at is null and next_retry_at is null;--> statement-breakpoint
CREATE INDEX "todos_pending_pool" ON "todos" USING btree ("endpoint_id","queue","created_at" NULLS FIRST,"id") WHERE state = 'pending' and assignee is null;--> statement-breakpoint
CREATE INDEX "todos_pending_assigned" ON "todos" USING btree ("endpoint_id","assignee","queue","created_at" NULLS FIRST,"id") WHERE state = 'pending' and assignee is not null;
