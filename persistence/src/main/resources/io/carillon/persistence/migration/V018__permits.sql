-- Which runs of owners with a max_running run: a row for each batch of starts, written by the transaction that starts them. A
-- run may be named though it has ended since, and is cleared away when room is wanted; one that runs is always named. Beside
-- runs and not in it, so that a start moves no index of runs (see V003), and nobody who ends a run need know of limits.
CREATE TABLE run_permits (
    owner_id text   NOT NULL,
    runs     uuid[] NOT NULL
) WITH (
    autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_scale_factor = 0.1,
    autovacuum_vacuum_cost_delay = 0
);

CREATE INDEX run_permits_owner ON run_permits (owner_id);

-- How many runs of an owner run_permits names; -1 while they are being counted for the first time. Whoever starts runs of an
-- owner with a limit holds this row until it has committed.
CREATE TABLE owner_permits (
    permits  integer NOT NULL CHECK (permits >= -1),
    owner_id text    NOT NULL PRIMARY KEY
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- The few that every batch of starts looks for.
CREATE INDEX owner_quotas_limited ON owner_quotas (owner_id) WHERE max_running IS NOT NULL;
