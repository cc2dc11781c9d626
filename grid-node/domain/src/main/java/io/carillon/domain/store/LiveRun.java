package io.carillon.domain.store;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Run;
import org.jspecify.annotations.Nullable;

/**
 * A run with what is needed to carry it out.
 *
 * @param definition the revision it was made from
 * @param payload what its handler gets: its own, else the definition's
 * @param jobStatus of its job now
 * @param lane it was stored with; {@link io.carillon.domain.plan.Lane#NONE} if it has none
 */
public record LiveRun(
        Run run, JobDefinition definition, @Nullable Payload payload, JobStatus jobStatus, long lane) {

    /** A waiting run of it must end. */
    public boolean jobDeleted() {
        return jobStatus == JobStatus.DELETED;
    }

    /** A waiting run of it must not start. */
    public boolean jobHeld() {
        return jobStatus == JobStatus.HELD;
    }
}
