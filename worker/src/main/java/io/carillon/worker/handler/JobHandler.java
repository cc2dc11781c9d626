package io.carillon.worker.handler;

import org.jspecify.annotations.Nullable;

/**
 * The code of a job, registered with a worker under a name.
 *
 * <p>One handler serves many runs at once, each on a thread of the worker, so it must be thread-safe. A run may be tried
 * again after any failure, also after a success whose report was lost with its worker: a handler is idempotent, or hands
 * {@link RunContext#fencingToken()} to the system it writes to.
 *
 * <p>When the run is to stop (it was cancelled, its time is up, its lease is lost, the worker shuts down), the thread is
 * interrupted and {@link RunContext#isCancelled()} turns true. A handler that ignores both keeps its thread, and with it
 * one slot of the worker.
 */
@FunctionalInterface
public interface JobHandler {

    /**
     * Does the work of one attempt.
     *
     * @return the run's result as JSON text of at most 64 KiB in UTF-8, or null for none
     * @throws PermanentFailureException if trying again is useless: the run is dead
     * @throws RetryAfterException if the next attempt should wait
     * @throws Exception anything else is a failure that may pass: the job's retry policy decides
     */
    @Nullable
    String handle(RunContext run) throws Exception;
}
