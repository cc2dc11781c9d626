-- Columns stand in order of width, widest alignment first, so that no row has holes. Codes are those of the enums in
-- io.carillon.domain. There are no foreign keys between hot tables: checking one locks the other row, and all rows of a
-- job are written by its shard's owner, under one epoch.

-- A job's identity: what lists show and what must be unique. Written when a user acts, not when a run is claimed.
CREATE TABLE jobs (
    created_at timestamptz NOT NULL,
    revision   bigint      NOT NULL,
    version    bigint      NOT NULL,
    status     smallint    NOT NULL CHECK (status BETWEEN 0 AND 2),
    one_off    boolean     NOT NULL,
    job_id     uuid        NOT NULL PRIMARY KEY,
    write_id   uuid        NOT NULL,
    owner_id   text        NOT NULL,
    name       text        NOT NULL,
    pool       text        NOT NULL,
    key        text
);

-- A deleted job gives its key back.
CREATE UNIQUE INDEX jobs_owner_key ON jobs (owner_id, key) WHERE key IS NOT NULL AND status <> 2;
-- Lists, newest first, continued from the last row shown.
CREATE INDEX jobs_owner_created ON jobs (owner_id, created_at, job_id);
CREATE INDEX jobs_created ON jobs (created_at, job_id);

-- What a run of any age was made from: never changed, never deleted before its runs. A revision owes the nominal times
-- after nominal_from, up to and including nominal_to (null: still in force), so that a ledger can count them again.
CREATE TABLE job_revisions (
    revision     bigint      NOT NULL,
    nominal_from timestamptz NOT NULL,
    nominal_to   timestamptz,
    job_id       uuid        NOT NULL,
    write_id     uuid        NOT NULL,
    definition   json        NOT NULL,
    payload      bytea,
    PRIMARY KEY (job_id, revision)
);

-- How far a job is planned, and its next due time: narrow, and rewritten with every claim. It holds all that a claim
-- needs besides the revision, so that loading what is due joins one table.
CREATE TABLE job_state (
    created_at      timestamptz NOT NULL,
    planned_through timestamptz NOT NULL,
    next_nominal_at timestamptz,
    next_due_at     timestamptz,
    revision        bigint      NOT NULL,
    version         bigint      NOT NULL,
    shard           smallint    NOT NULL CHECK (shard BETWEEN 0 AND 255),
    status          smallint    NOT NULL CHECK (status BETWEEN 0 AND 2),
    job_id          uuid        NOT NULL PRIMARY KEY,
    write_id        uuid        NOT NULL,
    CHECK ((next_nominal_at IS NULL) = (next_due_at IS NULL))
) WITH (
    -- Every claim moves next_due_at, which is indexed, so no update is ever "heap only": dead rows and dead index entries
    -- pile up as fast as jobs run. Vacuum early, at full speed, and leave room for the next version beside the last.
    fillfactor = 80,
    autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.05,
    autovacuum_vacuum_cost_delay = 0
);

-- The due query: paused, deleted and finished jobs have no due time and are not in it.
CREATE INDEX job_state_due ON job_state (shard, next_due_at) WHERE next_due_at IS NOT NULL;
