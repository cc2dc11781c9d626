-- Which waiting runs a run is in line with: a hash of pool, handler, owner, priority and the like, made by whoever makes the run. A
-- member keeps the first of a line in memory and reads the next ones as they are wanted. 0: in none, always kept; so are all of
-- before.
ALTER TABLE runs ADD COLUMN lane bigint NOT NULL DEFAULT 0;

-- The line itself. A start changes none of its columns, so that it stays a heap-only update; a retry does.
CREATE INDEX runs_waiting ON runs (lane, greatest(due_at, retry_at), run_id, shard) WHERE ended_at IS NULL;
