-- When a run died; null for every other. A column of its own, since an index whose predicate named state would end the
-- heap-only updates of every start (see V003): this one changes with a death and a redrive only, whose updates move
-- ended_at anyway. Where nobody dies, its indexes are empty.
ALTER TABLE runs ADD COLUMN died_at timestamptz;
UPDATE runs SET died_at = ended_at WHERE state = 3;
ALTER TABLE runs ADD CONSTRAINT runs_died CHECK ((state = 3) = (died_at IS NOT NULL));

-- Dead letters by nominal time, newest first: all, an owner's, a job's.
CREATE INDEX runs_dead ON runs (run_id) WHERE died_at IS NOT NULL;
CREATE INDEX runs_dead_owner ON runs (owner_id, run_id) WHERE died_at IS NOT NULL;
CREATE INDEX runs_dead_job ON runs (job_id, run_id) WHERE died_at IS NOT NULL;

-- What one member does for all. Whoever holds it renews it; at expires_at it is free.
CREATE TABLE duties (
    expires_at timestamptz NOT NULL,
    duty       text        NOT NULL PRIMARY KEY,
    holder     text        NOT NULL
);

-- A wish to redrive many, and how far it has come: all dead runs that match and died before created_at, by rising id.
CREATE TABLE redrives (
    created_at   timestamptz NOT NULL,
    next_step_at timestamptz NOT NULL,
    finished_at  timestamptz,
    nominal_from timestamptz,
    nominal_to   timestamptz,
    version      bigint      NOT NULL,
    redriven     bigint      NOT NULL,
    refused      bigint      NOT NULL,
    stopped      boolean     NOT NULL,
    redrive_id   uuid        NOT NULL PRIMARY KEY,
    after_run_id uuid,
    job_id       uuid,
    subject      text        NOT NULL,
    owner_scope  text,
    owner_id     text,
    pool         text
);

CREATE INDEX redrives_open ON redrives (next_step_at) WHERE finished_at IS NULL;

-- Alerts are looked for by owner, so that those of an endpoint that is down are passed over at once, however many.
DROP INDEX alert_outbox_due;
CREATE INDEX alert_outbox_owner_due ON alert_outbox (owner_id, next_try_at) WHERE delivered_at IS NULL;
CREATE INDEX alert_outbox_delivered ON alert_outbox (delivered_at) WHERE delivered_at IS NOT NULL;

-- Owners whose webhook did not answer the last time; a delivery removes the row.
CREATE TABLE alert_circuits (
    failing_since timestamptz NOT NULL,
    closed_until  timestamptz NOT NULL,
    failures      integer     NOT NULL,
    owner_id      text        NOT NULL PRIMARY KEY,
    last_error    text        NOT NULL
);
