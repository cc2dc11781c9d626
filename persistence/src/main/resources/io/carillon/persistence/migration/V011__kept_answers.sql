-- status 0: a call is under way since taken_at, under the claim write_id. 1: it was answered, as the row says. 2: it ended and
-- nobody knows how, so a repeat may take it up at once. No answer was ever kept before this step.
ALTER TABLE idempotency_keys
    ADD COLUMN taken_at timestamptz,
    ADD COLUMN location text;
