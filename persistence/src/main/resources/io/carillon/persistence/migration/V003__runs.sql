-- Runs and what belongs to them are partitioned by day. A run id begins with its nominal time in milliseconds, so a day is
-- a range of ids: a look-up by id touches one partition, and history is dropped by the day. Partitions are made ahead by
-- PartitionKeeper; the default partitions take what falls outside, and rows in them raise an alarm.

CREATE TABLE runs (
    nominal_at          timestamptz NOT NULL,
    due_at              timestamptz NOT NULL,
    retry_at            timestamptz,
    started_at          timestamptz,
    ended_at            timestamptz,
    lease_expires_at    timestamptz,
    cancel_requested_at timestamptz,
    revision            bigint      NOT NULL,
    fencing_token       bigint      NOT NULL,
    version             bigint      NOT NULL,
    attempt             integer     NOT NULL,
    retries_used        integer     NOT NULL,
    lapses              integer     NOT NULL,
    shard               smallint    NOT NULL,
    trigger             smallint    NOT NULL,
    state               smallint    NOT NULL,
    last_end            smallint    NOT NULL,
    run_id              uuid        NOT NULL,
    job_id              uuid        NOT NULL,
    write_id            uuid        NOT NULL,
    owner_id            text        NOT NULL,
    pool                text        NOT NULL,
    worker_id           text,
    reason              text,
    PRIMARY KEY (run_id),
    -- The live index stands on ended_at, every decision on state.
    CHECK ((state >= 2) = (ended_at IS NOT NULL))
) PARTITION BY RANGE (run_id);

-- What has not ended: read when a shard is gained and by reconciling. Its predicate names ended_at and not state, because
-- a column of a predicate counts as indexed: a start (state, attempt, worker, token) leaves all indexes alone and is a
-- heap-only update; an end is not. job_id is there to find one job's live runs without visiting the others.
CREATE INDEX runs_live ON runs (shard, due_at, job_id) WHERE ended_at IS NULL;
-- A job's runs, newest first.
CREATE INDEX runs_job ON runs (job_id, run_id);

CREATE TABLE runs_default PARTITION OF runs DEFAULT WITH (fillfactor = 45);

-- The own payload of a run that was triggered with one.
CREATE TABLE run_payloads (
    run_id  uuid  NOT NULL PRIMARY KEY,
    payload bytea NOT NULL
) PARTITION BY RANGE (run_id);

CREATE TABLE run_payloads_default PARTITION OF run_payloads DEFAULT;

CREATE TABLE run_results (
    run_id uuid  NOT NULL PRIMARY KEY,
    result bytea NOT NULL
) PARTITION BY RANGE (run_id);

CREATE TABLE run_results_default PARTITION OF run_results DEFAULT;

-- Attempts that did not succeed; the happy path writes none.
CREATE TABLE attempts (
    fencing_token bigint      NOT NULL,
    started_at    timestamptz NOT NULL,
    ended_at      timestamptz NOT NULL,
    attempt       integer     NOT NULL,
    end_code      smallint    NOT NULL,
    run_id        uuid        NOT NULL,
    worker_id     text        NOT NULL,
    error_type    text,
    error_message text,
    error_stack   text,
    PRIMARY KEY (run_id, fencing_token)
) PARTITION BY RANGE (run_id);

CREATE TABLE attempts_default PARTITION OF attempts DEFAULT;

-- The run a user's request made, so that the same request again finds it.
CREATE TABLE run_requests (
    job_id     uuid NOT NULL,
    run_id     uuid NOT NULL,
    write_id   uuid NOT NULL,
    request_id text NOT NULL,
    PRIMARY KEY (job_id, request_id)
);

-- For retention, which goes by the run's day.
CREATE INDEX run_requests_run ON run_requests (run_id);

-- Occurrences that made no run, counted. Together with runs they account for every nominal time a revision owed.
CREATE TABLE skips (
    nominal_first timestamptz NOT NULL,
    nominal_last  timestamptz NOT NULL,
    n             bigint      NOT NULL CHECK (n > 0),
    revision      bigint      NOT NULL,
    reason        smallint    NOT NULL,
    job_id        uuid        NOT NULL,
    write_id      uuid        NOT NULL,
    PRIMARY KEY (job_id, nominal_first),
    CHECK (nominal_last >= nominal_first)
);
