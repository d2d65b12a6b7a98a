ALTER TABLE "todo_attempts" DROP CONSTRAINT "todo_attempts_dead_tell_nothing";--> statement-breakpoint
ALTER TABLE "todos" DROP CONSTRAINT "todos_attempts_counted";--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_attempts_counted" CHECK (attempts_pruned <= attempts_total);