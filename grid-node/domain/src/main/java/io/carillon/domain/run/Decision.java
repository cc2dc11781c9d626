package io.carillon.domain.run;

import io.carillon.domain.job.Payload;
import org.jspecify.annotations.Nullable;

/** What becomes of a run at an event. */
public sealed interface Decision {

    /**
     * The run moves; nothing of it is true before the row is written.
     *
     * @param attempt to be kept in history, if the attempt did not succeed
     * @param result to be kept, if there was one
     * @param alert true if the owner is to be told (the run is dead)
     */
    record Moved(
            RunTransition transition,
            Run run,
            @Nullable AttemptRecord attempt,
            @Nullable Payload result,
            boolean alert) implements Decision {}

    /** The event had its effect before: a repeat. */
    record Already() implements Decision {}

    /** The event has no right to happen now. */
    record Refused(Refusal refusal) implements Decision {}

    enum Refusal {
        /** It has ended. */
        ENDED,
        /** It is not at the point the event belongs to. */
        WRONG_STATE,
        /** Its time has not come. */
        TOO_EARLY,
        /** It was to be started before now. */
        TOO_LATE,
        /** The token is not that of the latest attempt, or that attempt was lost before it reported. */
        STALE_TOKEN,
        /** The new token is not above the run's last one. */
        TOKEN_NOT_RISING
    }
}
