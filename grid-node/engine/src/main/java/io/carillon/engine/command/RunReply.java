package io.carillon.engine.command;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The owner's answer to a {@link RunCommand}. */
public sealed interface RunReply {

    /** The attempt is started and durable: push it. */
    record Granted(Assignment assignment) implements RunReply {}

    /** The run is not to be started by this gateway: it has started elsewhere, ended, or may not run now. */
    record NotGranted() implements RunReply {}

    /** The result counts and is durable. */
    record Accepted() implements RunReply {}

    /** The same report was accepted before. */
    record Already() implements RunReply {}

    /** The token has no right any more; the worker must stop. */
    record Stale() implements RunReply {}

    /** Taken note of. */
    record Noted() implements RunReply {}

    /**
     * Taken note of, as with {@link Noted}; and the run was cancelled, of which the worker is to be told again. The lease of
     * such an attempt is renewed by its owner alone, so that every heartbeat comes to this answer.
     */
    record Cancelling() implements RunReply {}

    /** The owner cannot answer now (changing hands, store away): ask again. */
    record Retry() implements RunReply {}

    /**
     * What the owner's memory has the run wait for, which its row does not tell.
     *
     * @param until when that ends by itself, where it does
     */
    record Waits(For what, @Nullable Instant until) implements RunReply {

        public enum For {
            /** Nothing that its row would not tell, or it is not in memory. */
            NOTHING_ELSE,
            /** Another run of its job, before it in the order of a schedule whose runs do not overlap. */
            ANOTHER_RUN,
            /** The store refuses its row for its own sake; it is tried again then. */
            STORE_REFUSES,
            /** Attempts ended one after the other before a worker had confirmed them; the next start is then. */
            ATTEMPTS_UNCONFIRMED,
            /** A gateway was offered it for a worker with a free slot. */
            OFFERED,
            /** As many runs of its owner run as may at once. */
            OVER_MAX_RUNNING
        }
    }
}
