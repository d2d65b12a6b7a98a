CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"human_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"human_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"queues" text[] NOT NULL,
	"verbs" text[] NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_prefix" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"last_client" text,
	CONSTRAINT "endpoints_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "humans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "humans_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"human_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"human_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "todos" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"queue" text NOT NULL,
	"title" text NOT NULL,
	"kind" text,
	"source" text,
	"payload" jsonb,
	"payload_size" integer DEFAULT 0 NOT NULL,
	"routing" jsonb,
	"state" text DEFAULT 'pending' NOT NULL,
	"assignee" text,
	"owner" text,
	"lease_expires_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 5 NOT NULL,
	"next_retry_at" timestamp with time zone,
	"idempotency_key" text,
	"deliveries" integer DEFAULT 1 NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"rung_at" timestamp with time zone,
	"rings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "todos_state_known" CHECK (state in ('pending', 'claimed', 'done', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required')),
	CONSTRAINT "todos_claimed_has_lease" CHECK (state <> 'claimed' or (owner is not null and lease_expires_at is not null)),
	CONSTRAINT "todos_retry_window_only_when_failed" CHECK (next_retry_at is null or state = 'failed'),
	CONSTRAINT "todos_max_attempts_positive" CHECK (max_attempts >= 1)
);
--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_human_id_humans_id_fk" FOREIGN KEY ("human_id") REFERENCES "public"."humans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_human_id_humans_id_fk" FOREIGN KEY ("human_id") REFERENCES "public"."humans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_human_id_humans_id_fk" FOREIGN KEY ("human_id") REFERENCES "public"."humans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_human_id_humans_id_fk" FOREIGN KEY ("human_id") REFERENCES "public"."humans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_human" ON "agents" USING btree ("human_id");--> statement-breakpoint
CREATE INDEX "endpoints_human" ON "endpoints" USING btree ("human_id","created_at");--> statement-breakpoint
CREATE INDEX "endpoints_expiring" ON "endpoints" USING btree ("expires_at") WHERE expires_at is not null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "sessions_human" ON "sessions" USING btree ("human_id");--> statement-breakpoint
CREATE UNIQUE INDEX "todos_live_key_unique" ON "todos" USING btree ("endpoint_id","idempotency_key") WHERE idempotency_key is not null and (state in ('pending', 'claimed', 'input-required', 'auth-required') or (state = 'failed' and next_retry_at is not null));--> statement-breakpoint
CREATE INDEX "todos_pending_pool" ON "todos" USING btree ("endpoint_id","queue","created_at" NULLS FIRST,"id") WHERE state = 'pending' and assignee is null;--> statement-breakpoint
CREATE INDEX "todos_pending_assigned" ON "todos" USING btree ("endpoint_id","assignee","queue","created_at" NULLS FIRST,"id") WHERE state = 'pending' and assignee is not null;--> statement-breakpoint
CREATE INDEX "todos_retry_by_queue" ON "todos" USING btree ("endpoint_id","queue","next_retry_at" NULLS FIRST) WHERE next_retry_at is not null;--> statement-breakpoint
CREATE INDEX "todos_retry_due" ON "todos" USING btree ("next_retry_at") WHERE next_retry_at is not null;--> statement-breakpoint
CREATE INDEX "todos_held" ON "todos" USING btree ("endpoint_id","queue") WHERE owner is not null and finished_at is null and next_retry_at is null;--> statement-breakpoint
CREATE INDEX "todos_finished" ON "todos" USING btree ("finished_at","id") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "todos_dead_letters" ON "todos" USING btree ("endpoint_id","created_at","id") WHERE state = 'failed' and next_retry_at is null;--> statement-breakpoint
CREATE INDEX "todos_by_endpoint" ON "todos" USING btree ("endpoint_id","created_at","id");