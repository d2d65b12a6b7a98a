CREATE TABLE "mcp_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"protocol_version" text NOT NULL,
	"client_name" text,
	"client_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_routes" (
	"webhook_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"queue" text NOT NULL,
	CONSTRAINT "webhook_routes_pk" PRIMARY KEY("webhook_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"queue" text NOT NULL,
	"type" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_prefix" text NOT NULL,
	"secret_encrypted" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "webhooks_type_known" CHECK (type in ('generic', 'github', 'gitea', 'stripe', 'slack', 'standard'))
);
--> statement-breakpoint
ALTER TABLE "mcp_sessions" ADD CONSTRAINT "mcp_sessions_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_routes" ADD CONSTRAINT "webhook_routes_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_routes" ADD CONSTRAINT "webhook_routes_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_endpoint_id_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mcp_sessions_endpoint" ON "mcp_sessions" USING btree ("endpoint_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "webhooks_endpoint" ON "webhooks" USING btree ("endpoint_id");