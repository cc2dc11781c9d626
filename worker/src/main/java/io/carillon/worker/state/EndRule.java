package io.carillon.worker.state;

import org.jspecify.annotations.Nullable;

/**
 * What the grid is told when a handler ends.
 *
 * <pre>
 * told to stop      ended well   failed
 * not               its result   its failure
 * CANCELLED         its result   cancelled
 * LEASE_ENDING      its result   handed back
 * SHUT_DOWN         its result   handed back
 * REVOKED           its result   nothing
 * SUPERSEDED        its result   nothing
 * TIMED_OUT         nothing      nothing       (the timeout was reported when it came)
 * </pre>
 *
 * A success is reported even if the lease is lost: the token tells the grid whether it still counts. A failure after a
 * stop is most likely the interruption itself, so it is no failure of the job. An attempt that was handed back without
 * waiting for its handler is not reported again.
 */
public enum EndRule {
    RESULT,
    CANCELLED,
    HAND_BACK,
    NOTHING;

    /** @param counted whether the grid still counts the attempt as this worker's */
    public static EndRule of(@Nullable StopReason stopped, boolean counted, boolean succeeded) {
        if (stopped == null) {
            return RESULT;
        }
        return switch (stopped) {
            case CANCELLED -> succeeded ? RESULT : CANCELLED;
            case LEASE_ENDING, SHUT_DOWN -> !counted ? NOTHING : succeeded ? RESULT : HAND_BACK;
            case REVOKED, SUPERSEDED -> succeeded ? RESULT : NOTHING;
            case TIMED_OUT -> NOTHING;
        };
    }
}
