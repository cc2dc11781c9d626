package io.carillon.domain.store;

import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import org.jspecify.annotations.Nullable;

/**
 * One run's move to its next version, conditional on the shard's epoch, on the version it was decided on, and on a
 * token that does not fall.
 *
 * @param epoch of the run's shard, as its owner raised it
 * @param run the run after; its version is the expected one plus one
 * @param attempt goes to history with it
 * @param result goes to the results with it
 * @param alert a dead letter's alert goes to the outbox with it
 */
public record RunWrite(
        long epoch,
        Run run,
        @Nullable AttemptRecord attempt,
        @Nullable Payload result,
        boolean alert) {

    public long expectedVersion() {
        return run.version() - 1;
    }

    /** Whether the run comes to run by it: a run that runs changes in nothing else than that its cancel was asked for. */
    public boolean starts() {
        return run.state() == RunState.RUNNING && run.cancelRequestedAt() == null;
    }
}
