-- A completed attempt stays in slot 0, as nothing follows it: its key does not change at its end, and the index is spared. Nothing is asked
-- that was not asked before, so processes of the version before go on.
ALTER TABLE "todo_attempts"
	DROP CONSTRAINT "todo_attempts_slot_tells_open",
	ADD CONSTRAINT "todo_attempts_open_in_slot_zero" CHECK (slot = 0 or ended_at is not null);
