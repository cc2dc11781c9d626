CREATE TABLE owners (
    version        bigint      NOT NULL,
    created_at     timestamptz NOT NULL,
    max_running    integer     CHECK (max_running >= 0),
    max_jobs       integer     CHECK (max_jobs >= 0),
    max_exact_jobs integer     CHECK (max_exact_jobs >= 0),
    write_id       uuid        NOT NULL,
    owner_id       text        NOT NULL PRIMARY KEY,
    webhook_url    text,
    webhook_secret bytea
);

-- Dead letters to be told to their owners: written with the move to dead, delivered later, at least once. One a death:
-- a redriven run that dies again has another version.
CREATE TABLE alert_outbox (
    alert_id     bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_version  bigint      NOT NULL,
    created_at   timestamptz NOT NULL,
    next_try_at  timestamptz NOT NULL,
    delivered_at timestamptz,
    tries        integer     NOT NULL DEFAULT 0,
    run_id       uuid        NOT NULL,
    job_id       uuid        NOT NULL,
    owner_id     text        NOT NULL,
    reason       text,
    last_error   text,
    UNIQUE (run_id, run_version)
);

CREATE INDEX alert_outbox_due ON alert_outbox (next_try_at) WHERE delivered_at IS NULL;

-- The first answer to a creating call, for a day at least. Partitioned by the day it was made on, dropped by the day.
CREATE TABLE idempotency_keys (
    created_at    timestamptz NOT NULL,
    made_on       date        NOT NULL,
    status        smallint    NOT NULL,
    response_code smallint,
    write_id      uuid        NOT NULL,
    scope         text        NOT NULL,
    key           text        NOT NULL,
    request_hash  bytea       NOT NULL,
    response      bytea,
    PRIMARY KEY (made_on, scope, key)
) PARTITION BY RANGE (made_on);

CREATE TABLE idempotency_keys_default PARTITION OF idempotency_keys DEFAULT;

-- Who changed what.
CREATE TABLE audit (
    audit_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL,
    job_id   uuid,
    run_id   uuid,
    subject  text        NOT NULL,
    owner_id text,
    action   text        NOT NULL,
    detail   json
);

CREATE INDEX audit_at ON audit (at);
