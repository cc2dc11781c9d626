-- Keys of the doors. What is kept of a secret is its hash. owner_id null: all owners.
CREATE TABLE api_keys (
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    former_until timestamptz,
    last_used_on date,
    version      bigint      NOT NULL,
    key_id       uuid        NOT NULL PRIMARY KEY,
    owner_id     text,
    role         text        NOT NULL CHECK (role IN ('viewer', 'operator', 'admin', 'worker')),
    name         text        NOT NULL,
    secret_hash  text        NOT NULL,
    former_hash  text,
    created_by   text        NOT NULL
);

-- Rises with each change of a key, in its transaction: members ask for this one number to learn that there is something new.
CREATE TABLE api_key_edition (
    edition bigint  NOT NULL,
    one_row boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (one_row)
) WITH (fillfactor = 20);

INSERT INTO api_key_edition (edition) VALUES (1);

-- Who changed what. The table of V004 was never written. target is the id of what was changed; before and after are JSON.
DROP TABLE audit;

CREATE TABLE audit (
    audit_id bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL,
    subject  text        NOT NULL,
    name     text        NOT NULL,
    address  text,
    owner_id text,
    action   text        NOT NULL,
    target   text        NOT NULL,
    before   text,
    after    text
);

CREATE INDEX audit_at ON audit (at);

-- One owner's entries, and those of one thing, newest first.
CREATE INDEX audit_owner ON audit (owner_id, audit_id);
CREATE INDEX audit_target ON audit (target, audit_id);
