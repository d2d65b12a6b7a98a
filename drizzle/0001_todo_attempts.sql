-- Closed sets of words, as domains: a table's own check is parsed anew at every write, a domain's is kept.
CREATE DOMAIN "attempt_claimer_kind" AS text CONSTRAINT "attempt_claimer_kind_known" CHECK (value in ('endpoint', 'owner'));--> statement-breakpoint
CREATE DOMAIN "attempt_outcome" AS text CONSTRAINT "attempt_outcome_known" CHECK (value in ('completed', 'failed', 'released', 'lease_expired', 'reaped', 'canceled', 'revoked'));--> statement-breakpoint
CREATE DOMAIN "attempt_disposition" AS text CONSTRAINT "attempt_disposition_known" CHECK (value in ('done', 'retry_scheduled', 'dead_lettered', 'requeued', 'canceled'));--> statement-breakpoint
CREATE TABLE "todo_attempts" (
	"todo_id" text COLLATE "C" NOT NULL,
	"slot" integer NOT NULL,
	"seq" integer NOT NULL,
	"attempt" integer NOT NULL,
	"claimer_kind" "attempt_claimer_kind" NOT NULL,
	"claimer_endpoint_id" uuid,
	"claimer_session" text,
	"owner" text NOT NULL,
	"claimant" varchar(128),
	"claimed_at" timestamp with time zone NOT NULL,
	"last_heartbeat_at" timestamp with time zone,
	"lease_expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" "attempt_outcome",
	"disposition" "attempt_disposition",
	"summary" varchar(2048),
	"summary_truncated" boolean DEFAULT false NOT NULL,
	"artifact" varchar(512),
	"lease_token_hash" "bytea",
	CONSTRAINT "todo_attempts_one_open" PRIMARY KEY("todo_id","slot") DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "todo_attempts_slot_tells_open" CHECK (slot = case when ended_at is null then 0 else seq end),
	CONSTRAINT "todo_attempts_ended_has_outcome" CHECK ((ended_at is null) = (outcome is null))
);
--> statement-breakpoint
ALTER TABLE "todos" ADD COLUMN "attempts_total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "todos" ADD COLUMN "attempts_pruned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "todo_attempts" ADD CONSTRAINT "todo_attempts_todo_id_todos_id_fk" FOREIGN KEY ("todo_id") REFERENCES "public"."todos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_attempts_counted" CHECK (attempts_pruned <= attempts_total);--> statement-breakpoint
-- Leases in flight across the upgrade (SPEC-0034 REQ-17): one open attempt each, so that their holders can end them.
INSERT INTO "todo_attempts" ("todo_id", "slot", "seq", "attempt", "claimer_kind", "owner", "claimant", "claimed_at", "lease_expires_at")
SELECT "id", 0, 1, "attempt", 'endpoint', coalesce("owner", ''), 'migrated', coalesce("claimed_at", "created_at"), coalesce("lease_expires_at", now())
FROM "todos"
WHERE "state" IN ('claimed', 'input-required', 'auth-required');--> statement-breakpoint
UPDATE "todos" SET "attempts_total" = 1 WHERE "state" IN ('claimed', 'input-required', 'auth-required');
