package io.carillon.domain.store;

import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A job as history and API show it.
 *
 * @param lastRun the newest of its runs that is due, if any
 * @param completed a one-off with nothing left to plan and no live run
 * @param jitter the window within which its next run is moved later; zero until it has been worked out
 */
public record JobView(Job job, @Nullable Run lastRun, boolean completed, Duration jitter) {

    public JobView(Job job, @Nullable Run lastRun, boolean completed) {
        this(job, lastRun, completed, Duration.ZERO);
    }

    /** The same with another plan, and the window of the next run in it. */
    public JobView with(Job planned, Duration window) {
        return new JobView(planned, lastRun, completed, window);
    }
}
