package io.carillon.engine.command;

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

    /** The owner cannot answer now (changing hands, store away): ask again. */
    record Retry() implements RunReply {}
}
