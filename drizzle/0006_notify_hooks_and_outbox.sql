CREATE TABLE "notify_hooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"url" text NOT NULL,
	"queues" text[],
	"secret_encrypted" "bytea" NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notify_hooks_disabled_has_reason" CHECK ((disabled_at is null) = (disabled_reason is null))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"todo_id" text NOT NULL,
	"body" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	CONSTRAINT "outbox_event_known" CHECK (event in ('todo.ready', 'todo.dead_lettered'))
);
--> statement-breakpoint
ALTER TABLE "notify_hooks" ADD CONSTRAINT "notify_hooks_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_hook_id_notify_hooks_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."notify_hooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notify_hooks_endpoint" ON "notify_hooks" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("hook_id","due_at") WHERE sent_at is null and given_up_at is null;--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");