package io.carillon.domain.plan;

import io.carillon.domain.job.JobReply;

/** What becomes of a job at a command. */
public sealed interface JobDecision {

    /**
     * The job moves; the reply may be given once it is durable.
     *
     * @param cancelWaiting its waiting runs end as cancelled, after this change
     * @param cancelRunning its running runs are asked to end, after this change
     */
    record Changed(JobChange change, JobReply reply, boolean cancelWaiting, boolean cancelRunning)
            implements JobDecision {}

    /** A bounded step on the way: write it, then judge the same command again. */
    record Step(JobChange change) implements JobDecision {}

    /** Nothing to write. */
    record Answered(JobReply reply) implements JobDecision {}
}
