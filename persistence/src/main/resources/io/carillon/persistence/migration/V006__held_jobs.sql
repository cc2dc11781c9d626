-- A job that is paused with hold (3) owes nothing, as a paused one, and its runs do not start.
ALTER TABLE jobs DROP CONSTRAINT jobs_status_check, ADD CONSTRAINT jobs_status_check CHECK (status BETWEEN 0 AND 3);
ALTER TABLE job_state
    DROP CONSTRAINT job_state_status_check, ADD CONSTRAINT job_state_status_check CHECK (status BETWEEN 0 AND 3);
