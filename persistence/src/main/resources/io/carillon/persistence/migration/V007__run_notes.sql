-- What handlers say while they are at work. All three are partitioned by the run's day, like the runs themselves, and most
-- runs have a row in none of them.

-- The latest word on how far a run is, of its latest attempt that said anything.
CREATE TABLE run_progress (
    fencing_token bigint           NOT NULL,
    noted_at      timestamptz      NOT NULL,
    fraction      double precision,
    run_id        uuid             NOT NULL PRIMARY KEY,
    message       text             NOT NULL
) PARTITION BY RANGE (run_id);

CREATE TABLE run_progress_default PARTITION OF run_progress DEFAULT WITH (fillfactor = 70);

-- What the next attempt starts from. A row is only ever replaced by an attempt that has the right to the run: see the
-- statement.
CREATE TABLE run_checkpoints (
    fencing_token bigint      NOT NULL,
    number        bigint      NOT NULL,
    saved_at      timestamptz NOT NULL,
    run_id        uuid        NOT NULL PRIMARY KEY,
    state         bytea       NOT NULL
) PARTITION BY RANGE (run_id);

CREATE TABLE run_checkpoints_default PARTITION OF run_checkpoints DEFAULT;

-- Lines of log, as many to a row as were told together: each begins with its time and a space. Lines of an attempt are
-- counted from 1; numbers that are missing were dropped.
CREATE TABLE run_logs (
    fencing_token bigint  NOT NULL,
    first_line    bigint  NOT NULL,
    line_count    integer NOT NULL,
    bytes         integer NOT NULL,
    run_id        uuid    NOT NULL,
    lines         text    NOT NULL,
    PRIMARY KEY (run_id, fencing_token, first_line)
) PARTITION BY RANGE (run_id);

CREATE TABLE run_logs_default PARTITION OF run_logs DEFAULT;
