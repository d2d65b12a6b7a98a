CREATE TABLE "operator_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"human_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_prefix" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "operator_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verdict" text NOT NULL,
	"status" integer NOT NULL,
	"reason" text,
	"delivery_id" text,
	"event" text,
	"todo_ids" text[] NOT NULL,
	"created" integer NOT NULL,
	CONSTRAINT "webhook_deliveries_verdict_known" CHECK (verdict in ('accepted', 'duplicate', 'answered', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_token_hash" "bytea";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_token_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_secret_encrypted" "bytea";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_secret_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operator_tokens" ADD CONSTRAINT "operator_tokens_human_id_humans_id_fk" FOREIGN KEY ("human_id") REFERENCES "public"."humans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_tokens_human" ON "operator_tokens" USING btree ("human_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","received_at","id");--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_previous_token_hash_unique" UNIQUE("previous_token_hash");