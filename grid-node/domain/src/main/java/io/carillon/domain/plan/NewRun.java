package io.carillon.domain.plan;

import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Run;
import org.jspecify.annotations.Nullable;

/**
 * A run to be created.
 *
 * @param payload replaces the definition's, for this run only
 * @param requestId under which a user asked for it; kept so that the same request finds the same run
 */
public record NewRun(
        Run run, @Nullable Payload payload, @Nullable String requestId) {

    /** A run owed by the schedule. */
    public static NewRun owed(Run run) {
        return new NewRun(run, null, null);
    }
}
