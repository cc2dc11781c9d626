package io.carillon.worker.runtime;

import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.RunResult;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.state.HeldRun;
import io.carillon.worker.state.LeaseClock;
import io.carillon.worker.state.StopReason;
import io.carillon.worker.state.Work;
import io.carillon.worker.time.WorkerClock;
import org.jspecify.annotations.Nullable;

/**
 * A handler at work on one attempt.
 *
 * <p>The interrupt that {@link #stop} sends must hit the handler of this attempt or nobody: the thread goes on to other
 * attempts. Hence begin, end and stop exclude each other; the lock is this attempt's own, so it is hardly ever contended.
 */
final class Execution implements Runnable, Work {
    private final JobHandler handler;
    private final AssignedRun context;
    private final HeldRun held;
    private final LeaseClock leases;
    private final WorkerClock clock;
    private final GridStream.EventSink events;
    private volatile @Nullable StopReason stopped;
    private @Nullable Thread thread;

    Execution(
            JobHandler handler,
            Assignment assignment,
            Deadlines deadlines,
            LeaseClock leases,
            WorkerClock clock,
            GridStream.EventSink events) {
        this.handler = handler;
        this.context = new AssignedRun(assignment, this);
        this.held = new HeldRun(
                new AttemptKey(assignment.getRunId(), assignment.getJobId(), assignment.getFencingToken()),
                deadlines.receivedAtNanos(),
                leases.nextSequence(),
                deadlines.leaseNanos(),
                deadlines.receivedAtNanos() + deadlines.timeoutNanos(),
                this);
        this.leases = leases;
        this.clock = clock;
        this.events = events;
    }

    /** @param leaseNanos how long a renewal lasts */
    record Deadlines(long receivedAtNanos, long leaseNanos, long timeoutNanos) {}

    HeldRun held() {
        return held;
    }

    @Nullable
    StopReason stopped() {
        return stopped;
    }

    long timeLeftNanos() {
        return held.timeoutAtNanos() - clock.nanos();
    }

    boolean leaseStillValid() {
        StopReason reason = stopped;
        return (reason == null || !reason.leaseIsLost()) && clock.nanos() < held.leaseEndsAtNanos(leases);
    }

    @Override
    public void run() {
        events.put(new Event.Ended(held, work()));
    }

    private Ending work() {
        AttemptKey key = held.key();
        if (!begin()) {
            return new Ending(false, Results.neverBegun(key));
        }
        try {
            RunResult result = Results.success(key, handler.handle(context));
            return new Ending(result.hasSuccess(), result);
        } catch (Throwable e) {
            // Also errors: a handler that runs out of stack or lacks a class fails its run, not the worker.
            return new Ending(false, failure(key, e));
        } finally {
            end();
        }
    }

    /** An exception of the user's can throw when it is asked for its message; the slot must come free all the same. */
    private static RunResult failure(AttemptKey key, Throwable error) {
        try {
            return Results.failure(key, error);
        } catch (Throwable e) {
            return Results.failureWithoutDetails(key, error.getClass().getName());
        }
    }

    private synchronized boolean begin() {
        if (stopped != null) {
            return false;
        }
        thread = Thread.currentThread();
        return true;
    }

    private synchronized void end() {
        thread = null;
        // The interrupt, if there was one, has done its work, or came too late to do any.
        Thread.interrupted();
    }

    @Override
    public synchronized void stop(StopReason reason) {
        stopped = reason;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
