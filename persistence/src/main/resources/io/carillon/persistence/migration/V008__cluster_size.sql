-- The expected size that members which were started before a change may still name, and the members that hold the CP group.
ALTER TABLE cluster_meta ADD COLUMN former_size integer CHECK (former_size > 0);
ALTER TABLE cluster_meta ADD COLUMN cp_members integer CHECK (cp_members BETWEEN 0 AND 7);
