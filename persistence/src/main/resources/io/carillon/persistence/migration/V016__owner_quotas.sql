-- How many jobs an owner may have, and how many there are: written in the transactions that make and delete jobs, so apart from
-- the owners' other rows. jobs is null where no max_jobs asks for it; exact_jobs is always kept, as there is always a limit.
CREATE TABLE owner_quotas (
    jobs           bigint,
    exact_jobs     bigint  NOT NULL DEFAULT 0,
    max_running    integer CHECK (max_running >= 0),
    max_jobs       integer CHECK (max_jobs >= 0),
    max_exact_jobs integer NOT NULL DEFAULT 1000 CHECK (max_exact_jobs >= 0),
    owner_id       text    NOT NULL PRIMARY KEY
) WITH (fillfactor = 50);

-- Nothing ever read or wrote these.
ALTER TABLE owners DROP COLUMN max_running, DROP COLUMN max_jobs, DROP COLUMN max_exact_jobs;

-- Whether a job counts against max_exact_jobs; those made before this step do not.
ALTER TABLE jobs ADD COLUMN exact boolean NOT NULL DEFAULT false;
