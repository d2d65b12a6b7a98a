-- A check is parsed anew at every write. Those that only our own statements could break go, the list of states is written shorter, and
-- slot is checked for open or ended alone. Nothing is asked that was not asked before, so processes of the version before go on.
ALTER TABLE "todos"
	DROP CONSTRAINT "todos_retry_window_only_when_failed",
	DROP CONSTRAINT "todos_max_attempts_positive",
	DROP CONSTRAINT "todos_attempts_counted",
	DROP CONSTRAINT "todos_state_known",
	ADD CONSTRAINT "todos_state_known" CHECK (state = any ('{pending,claimed,done,failed,canceled,rejected,input-required,auth-required}'::text[]));--> statement-breakpoint
ALTER TABLE "todo_attempts"
	DROP CONSTRAINT "todo_attempts_ended_has_outcome",
	DROP CONSTRAINT "todo_attempts_slot_tells_open",
	ADD CONSTRAINT "todo_attempts_slot_tells_open" CHECK ((slot = 0) = (ended_at is null));
