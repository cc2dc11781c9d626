package io.carillon.domain.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What can happen to a run. */
public sealed interface RunEvent {

    /**
     * A worker takes it, under a lease and a token above every earlier one.
     *
     * @param startBefore no first attempt begins then or later; null: no limit
     */
    record Start(
            String workerId,
            long fencingToken,
            Instant leaseExpiresAt,
            @Nullable Instant startBefore) implements RunEvent {

        public Start(String workerId, long fencingToken, Instant leaseExpiresAt) {
            this(workerId, fencingToken, leaseExpiresAt, null);
        }
    }

    /** It was to be started before this time. */
    record Expire(Instant startBefore) implements RunEvent {}

    /** A worker reports how the attempt with this token ended. */
    record Report(long fencingToken, Outcome outcome) implements RunEvent {}

    /** The lease of this token ended without a word. */
    record Lapse(long fencingToken, Confirmation confirmation) implements RunEvent {}

    /** The attempt with this token should have ended long ago by its time limit, and nobody has said a word. */
    record Overrun(long fencingToken) implements RunEvent {}

    /** The attempt with this token was asked to stop long ago, and nobody has said that it has. */
    record CutOff(long fencingToken) implements RunEvent {}

    /** The worker gives the run back untouched or undone. */
    record HandBack(long fencingToken) implements RunEvent {}

    /** Somebody with the right to do so ends it. */
    record Cancel(String reason) implements RunEvent {}

    /** Back from the dead; retries start over. */
    record Redrive() implements RunEvent {}
}
