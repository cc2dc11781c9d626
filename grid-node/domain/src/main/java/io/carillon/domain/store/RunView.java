package io.carillon.domain.store;

import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as history and API show it.
 *
 * @param lastError of its latest failed attempt
 * @param attempts that did not succeed, oldest first; empty in lists
 * @param result what its handler answered; null in lists
 * @param notes what its handlers said while they were at work; none in lists
 */
public record RunView(
        Run run,
        @Nullable AttemptError lastError,
        List<AttemptRecord> attempts,
        @Nullable Payload result,
        RunNotes notes) {

    public RunView {
        attempts = List.copyOf(attempts);
    }

    /** Of which nothing has been said. */
    public RunView(Run run, @Nullable AttemptError lastError, List<AttemptRecord> attempts, @Nullable Payload result) {
        this(run, lastError, attempts, result, RunNotes.NONE);
    }
}
