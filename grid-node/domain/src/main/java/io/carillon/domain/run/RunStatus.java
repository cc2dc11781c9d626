package io.carillon.domain.run;

import java.time.Instant;

/** A run's state in the words of the API; derived, never stored. */
public enum RunStatus {
    SCHEDULED,
    QUEUED,
    RUNNING,
    SUCCEEDED,
    FAILED,
    DEAD,
    CANCELLED;

    public static RunStatus of(Run run, Instant now) {
        return switch (run.state()) {
            case WAITING -> waiting(run, now);
            case RUNNING -> RUNNING;
            case SUCCEEDED -> SUCCEEDED;
            case DEAD -> DEAD;
            case CANCELLED -> CANCELLED;
        };
    }

    private static RunStatus waiting(Run run, Instant now) {
        if (run.retryAt() != null && run.retryAt().isAfter(now)) {
            return FAILED;
        }
        return run.dueAt().isAfter(now) ? SCHEDULED : QUEUED;
    }
}
