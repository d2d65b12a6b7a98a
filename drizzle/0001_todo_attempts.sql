CREATE TABLE "todo_attempts" (
	"todo_id" text COLLATE "C" NOT NULL,
	"slot" integer NOT NULL,
	"seq" integer NOT NULL,
	"attempt" integer NOT NULL,
	"claimer_kind" text NOT NULL,
	"claimer_endpoint_id" uuid,
	"claimer_session" text,
	"owner" text NOT NULL,
	"claimant" text,
	"claimed_at" timestamp with time zone NOT NULL,
	"last_heartbeat_at" timestamp with time zone,
	"lease_expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"disposition" text,
	"summary" text,
	"summary_truncated" boolean DEFAULT false NOT NULL,
	"artifact" text,
	"lease_token_hash" "bytea",
	CONSTRAINT "todo_attempts_one_open" PRIMARY KEY("todo_id","slot") DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "todo_attempts_slot_tells_open" CHECK ((ended_at is null) = (slot = 0) and (slot = 0 or slot = seq)),
	CONSTRAINT "todo_attempts_seq_positive" CHECK (seq >= 1),
	CONSTRAINT "todo_attempts_claimer_known" CHECK (claimer_kind in ('endpoint', 'owner')),
	CONSTRAINT "todo_attempts_outcome_known" CHECK (outcome in ('completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked')),
	CONSTRAINT "todo_attempts_disposition_known" CHECK (disposition in ('done', 'retry_scheduled', 'dead_lettered', 'requeued', 'canceled')),
	CONSTRAINT "todo_attempts_ended_has_outcome" CHECK ((ended_at is null) = (outcome is null)),
	CONSTRAINT "todo_attempts_dead_tell_nothing" CHECK (outcome not in ('lease_expired', 'reaped') or (summary is null and artifact is null)),
	CONSTRAINT "todo_attempts_bounds" CHECK (octet_length(summary) <= 2048 and octet_length(artifact) <= 512 and octet_length(claimant) <= 128)
);
--> statement-breakpoint
ALTER TABLE "todos" ADD COLUMN "attempts_total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "todos" ADD COLUMN "attempts_pruned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "todo_attempts" ADD CONSTRAINT "todo_attempts_todo_id_todos_id_fk" FOREIGN KEY ("todo_id") REFERENCES "public"."todos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_attempts_counted" CHECK (attempts_pruned between 0 and attempts_total);--> statement-breakpoint
-- Leases in flight across the upgrade (SPEC-0034 REQ-17): one open attempt each, so that their holders can end them.
INSERT INTO "todo_attempts" ("todo_id", "slot", "seq", "attempt", "claimer_kind", "owner", "claimant", "claimed_at", "lease_expires_at")
SELECT "id", 0, 1, "attempt", 'endpoint', coalesce("owner", ''), 'migrated', coalesce("claimed_at", "created_at"), coalesce("lease_expires_at", now())
FROM "todos"
WHERE "state" IN ('claimed', 'input-required', 'auth-required');--> statement-breakpoint
UPDATE "todos" SET "attempts_total" = 1 WHERE "state" IN ('claimed', 'input-required', 'auth-required');
