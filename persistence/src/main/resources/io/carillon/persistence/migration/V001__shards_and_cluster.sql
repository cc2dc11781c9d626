-- Who owns which jobs, and under which epoch. Every write of a job or a run joins this table: a member that lost a
-- shard holds an old epoch and can write nothing.
CREATE TABLE shards (
    epoch     bigint      NOT NULL DEFAULT 0,
    gained_at timestamptz,
    shard     smallint    NOT NULL PRIMARY KEY CHECK (shard BETWEEN 0 AND 255),
    member_id text
) WITH (fillfactor = 50);

INSERT INTO shards (shard) SELECT generate_series(0, 255);

-- No fencing token at or above hi has been handed out. Tokens start at 1; 0 means that there was none.
CREATE TABLE fence_floor (
    hi        bigint  NOT NULL CHECK (hi BETWEEN 1 AND 9007199254740992),
    singleton boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (singleton)
);

INSERT INTO fence_floor (hi) VALUES (1);

-- What all members must agree on. A changed system identifier or timeline says that this is another database than the
-- one memory was built from.
CREATE TABLE cluster_meta (
    version           bigint  NOT NULL DEFAULT 1,
    timeline          integer,
    expected_size     integer CHECK (expected_size > 0),
    singleton         boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (singleton),
    write_id          uuid,
    system_identifier text,
    tz_version        text
);

INSERT INTO cluster_meta DEFAULT VALUES;

-- Ends a transaction in which a conditional statement met fewer rows than it must: so one round trip can carry several
-- statements and a commit, and still be all or nothing.
CREATE FUNCTION require_rows(met bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF met <> wanted THEN
        RAISE EXCEPTION 'met % of % rows', met, wanted USING ERRCODE = 'RC001';
    END IF;
END
$$;
