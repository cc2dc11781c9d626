package io.carillon.gateway.api;

import io.carillon.domain.job.JobCommand.Replace.Existence;
import java.util.List;

/**
 * What a change takes the job for.
 *
 * @param revisions it must have one of these; empty: any
 */
public record Expected(Existence existence, List<Long> revisions) {

    /** There need be no job. */
    public static final Expected NOTHING = new Expected(Existence.ANY, List.of());

    /** There must be no job. */
    public static final Expected NO_JOB = new Expected(Existence.FORBIDDEN, List.of());

    public Expected {
        revisions = List.copyOf(revisions);
    }

    /** The job must be there at this revision. */
    public static Expected revision(long revision) {
        return new Expected(Existence.REQUIRED, List.of(revision));
    }

    /** True if this is about what the job is, not only whether there is one. */
    public boolean namesRevisions() {
        return !revisions.isEmpty();
    }
}
