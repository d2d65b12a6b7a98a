DROP INDEX "todos_retry_by_queue";--> statement-breakpoint
CREATE INDEX "todos_dead_letters" ON "todos" USING btree ("endpoint_id","created_at","id") WHERE state = 'failed' and next_retry_at is null;--> statement-breakpoint
CREATE INDEX "todos_retry_by_queue" ON "todos" USING btree ("endpoint_id","queue","next_retry_at" NULLS FIRST) WHERE next_retry_at is not null;