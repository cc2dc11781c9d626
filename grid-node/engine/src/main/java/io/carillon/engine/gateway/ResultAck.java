package io.carillon.engine.gateway;

/** The owner's final word on a reported end; the worker stops repeating it. */
public record ResultAck(HeldRun run, Verdict verdict) {

    public enum Verdict {
        /** It counts, and is durable. */
        ACCEPTED,
        /** The same report was accepted before. */
        ALREADY,
        /** The token has no right any more; nothing was changed. */
        STALE
    }
}
