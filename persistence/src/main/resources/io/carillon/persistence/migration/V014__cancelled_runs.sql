-- When a run was cancelled; null for every other. A column of its own for the same reason as died_at (see V005): an index
-- whose predicate named state would end the heap-only updates of every start. Where nobody cancels, the index is empty.
ALTER TABLE runs ADD COLUMN cancelled_at timestamptz;
UPDATE runs SET cancelled_at = ended_at WHERE state = 4;

-- A job's cancelled runs, newest first: the few among a million that succeeded.
CREATE INDEX runs_cancelled_job ON runs (job_id, run_id) WHERE cancelled_at IS NOT NULL;
