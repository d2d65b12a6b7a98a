CREATE TABLE "bulk_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"human_id" uuid NOT NULL,
	"act" text NOT NULL,
	"todo_ids" text[],
	"attempts_seen" integer[],
	"state" text,
	"queue" text,
	"search" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cursor_created_at" timestamp with time zone,
	"cursor_id" text COLLATE "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_jobs_act_known" CHECK (act in ('retry', 'release')),
	CONSTRAINT "bulk_jobs_selection_whole" CHECK (coalesce(cardinality(todo_ids), 0) = coalesce(cardinality(attempts_seen), 0))
);
--> statement-breakpoint
CREATE TABLE "human_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"human_id" uuid NOT NULL,
	"act" text NOT NULL,
	"todo_id" text,
	"attempt_seq" integer,
	"endpoint_id" uuid,
	"job_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_minutes" (
	"minute" timestamp with time zone NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"queue" text NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"died" integer DEFAULT 0 NOT NULL,
	"released" integer DEFAULT 0 NOT NULL,
	"other" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "queue_minutes_pk" PRIMARY KEY("endpoint_id","queue","minute")
);
--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_human_id_humans_id_fk" FOREIGN KEY ("human_id") REFERENCES "public"."humans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "human_acts" ADD CONSTRAINT "human_acts_human_id_humans_id_fk" FOREIGN KEY ("human_id") REFERENCES "public"."humans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_jobs_human" ON "bulk_jobs" USING btree ("human_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_jobs_unfinished" ON "bulk_jobs" USING btree ("created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "human_acts_newest" ON "human_acts" USING btree ("human_id","at","id");