-- What the cluster plans by, whatever zone data a member's own runtime has: one edition for each release of the tz database
-- that was adopted (its name stands in cluster_meta, too, as one that all members must agree on).
CREATE TABLE zone_editions (
    adopted_at    timestamptz NOT NULL,
    edition       integer     NOT NULL PRIMARY KEY CHECK (edition > 0),
    zones_changed integer     NOT NULL,
    tz_version    text        NOT NULL
);

-- The rules of a zone from an edition on; edition 1 has all zones. Never changed, never deleted: old definitions are counted
-- by the rules that they were planned by.
CREATE TABLE zone_rules (
    edition integer NOT NULL,
    zone    text    NOT NULL,
    rules   bytea   NOT NULL,
    PRIMARY KEY (zone, edition)
);

-- Shards whose jobs are all planned by an edition, and what that came to.
CREATE TABLE zone_progress (
    finished_at timestamptz NOT NULL,
    jobs        bigint      NOT NULL,
    moved       bigint      NOT NULL,
    edition     integer     NOT NULL,
    shard       smallint    NOT NULL CHECK (shard BETWEEN 0 AND 255),
    PRIMARY KEY (edition, shard)
);
