package io.carillon.worker.runtime;

import io.carillon.worker.time.WorkerClock;

/**
 * How a worker ends, step by step; each has a time limit.
 *
 * <pre>
 * WORKING    until asked to end
 * DRAINING   no new work; until nothing is at work, at most the grace period
 * STOPPING   handlers are interrupted; until nothing is at work, at most 1 s; the rest is handed back
 * FLUSHING   until all results are acknowledged and nothing can arrive any more, at most 5 s
 * FINISHING  the stream is finished; until the grid has ended it, at most 1 s
 * DONE
 * </pre>
 *
 * Not thread-safe.
 */
final class Drain {
    private static final long STOPPING_NANOS = 1_000_000_000L;
    private static final long FLUSHING_NANOS = 5_000_000_000L;
    private static final long FINISHING_NANOS = 1_000_000_000L;

    private Phase phase = Phase.WORKING;
    private long untilNanos = WorkerClock.NEVER;

    enum Phase {
        WORKING,
        DRAINING,
        STOPPING,
        FLUSHING,
        FINISHING,
        DONE
    }

    /** The longest a worker takes to end beyond its grace period. */
    static long nanosBeyondGrace() {
        return STOPPING_NANOS + FLUSHING_NANOS + FINISHING_NANOS;
    }

    Phase phase() {
        return phase;
    }

    long untilNanos() {
        return untilNanos;
    }

    /** Asked again, a shorter grace period replaces a longer one. */
    void begin(long graceNanos, long nowNanos) {
        if (phase == Phase.WORKING || phase == Phase.DRAINING) {
            phase = Phase.DRAINING;
            untilNanos = Math.min(untilNanos, nowNanos + graceNanos);
        }
    }

    /**
     * Goes on to the next phase if it is time to.
     *
     * @param atWork runs the grid counts as this worker's whose handler has not ended
     * @param unsaid results not acknowledged, hand-backs not sent, and whatever else has to be waited for
     * @param connected whether there is a stream
     * @return true if the phase has changed; ask again then
     */
    boolean advance(int atWork, int unsaid, boolean connected, long nowNanos) {
        boolean timeIsUp = nowNanos >= untilNanos;
        Phase next = switch (phase) {
            case WORKING, DONE -> phase;
            case DRAINING -> atWork == 0 ? Phase.FLUSHING : timeIsUp ? Phase.STOPPING : phase;
            case STOPPING -> atWork == 0 || timeIsUp ? Phase.FLUSHING : phase;
            case FLUSHING -> unsaid == 0 || timeIsUp ? Phase.FINISHING : phase;
            case FINISHING -> !connected || timeIsUp ? Phase.DONE : phase;
        };
        if (next == phase) {
            return false;
        }
        phase = next;
        untilNanos = switch (next) {
            case WORKING, DRAINING -> untilNanos;
            case STOPPING -> nowNanos + STOPPING_NANOS;
            case FLUSHING -> nowNanos + FLUSHING_NANOS;
            case FINISHING -> nowNanos + FINISHING_NANOS;
            case DONE -> WorkerClock.NEVER;
        };
        return true;
    }
}
