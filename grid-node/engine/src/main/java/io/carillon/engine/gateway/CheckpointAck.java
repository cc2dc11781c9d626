package io.carillon.engine.gateway;

/**
 * What became of a checkpoint.
 *
 * @param number of the checkpoint; earlier ones of the attempt are answered with it
 */
public record CheckpointAck(HeldRun run, long number, Verdict verdict) {

    public enum Verdict {
        /** It, or a later one of the attempt, is durable. */
        SAVED,
        /** The attempt has no right to the run any more; nothing was changed. */
        STALE,
        /** It has more than a checkpoint may have; nothing was changed. */
        TOO_LARGE
    }
}
