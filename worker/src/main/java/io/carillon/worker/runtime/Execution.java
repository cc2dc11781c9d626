package io.carillon.worker.runtime;

import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.RunResult;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.RunContext;
import io.carillon.worker.state.AttemptKey;
import io.carillon.worker.state.HeldRun;
import io.carillon.worker.state.LeaseClock;
import io.carillon.worker.state.StopReason;
import io.carillon.worker.state.Work;
import io.carillon.worker.time.WorkerClock;
import io.carillon.worker.trace.AttemptTrace;
import io.opentelemetry.context.Scope;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A handler at work on one attempt.
 *
 * <p>The interrupt that {@link #stop} sends must hit the handler of this attempt or nobody: the thread goes on to other
 * attempts. Hence begin, end and stop exclude each other; the lock is this attempt's own, so it is hardly ever contended.
 */
final class Execution implements Runnable, Work {
    private static final Ending WITHOUT_DETAILS = new Ending(false, null, "java.lang.OutOfMemoryError");
    private static final String SHUTDOWN = "java.lang.Shutdown";
    private static final long TELL_AGAIN_NANOS = 10_000_000L;

    private final JobHandler handler;
    private final AssignedRun context;
    private final HeldRun held;
    private final LeaseClock leases;
    private final WorkerClock clock;
    private final GridStream.EventSink events;
    private volatile @Nullable StopReason stopped;
    private final LineRoom lineRoom;
    private @Nullable Thread thread;
    /** Made when the handler first says something. */
    private @Nullable Notes notes;

    private boolean ended;

    Execution(
            JobHandler handler,
            Assignment assignment,
            Deadlines deadlines,
            LeaseClock leases,
            WorkerClock clock,
            GridStream.EventSink events,
            LineRoom lineRoom) {
        this.handler = handler;
        this.context = new AssignedRun(assignment, this);
        this.held = new HeldRun(
                new AttemptKey(assignment.getRunId(), assignment.getJobId(), assignment.getFencingToken()),
                deadlines.receivedAtNanos(),
                leases.nextSequence(),
                deadlines.acceptLeaseNanos(),
                deadlines.leaseNanos(),
                deadlines.receivedAtNanos() + deadlines.timeoutNanos(),
                this);
        this.leases = leases;
        this.clock = clock;
        this.events = events;
        this.lineRoom = lineRoom;
    }

    /**
     * @param acceptLeaseNanos how long the right lasts until a heartbeat renews it
     * @param leaseNanos how long a renewal lasts
     */
    record Deadlines(long receivedAtNanos, long acceptLeaseNanos, long leaseNanos, long timeoutNanos) {}

    HeldRun held() {
        return held;
    }

    RunContext context() {
        return context;
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

    Instant deadline() {
        return clock.now().plusNanos(Math.max(0, timeLeftNanos()));
    }

    synchronized Notes notes() {
        Notes made = notes;
        if (made == null) {
            made = new Notes(held.key(), clock, events, lineRoom);
            notes = made;
            if (stopped != null && stopped.leaseIsLost()) {
                made.lost();
            }
            if (ended) {
                made.close();
            }
        }
        return made;
    }

    /**
     * The end is told whatever happens: an attempt whose end is not told would be renewed for as long as the worker lives.
     * With no memory left, telling is tried again, since what the handler used is being collected.
     */
    @Override
    public void run() {
        Ending ending = null;
        while (true) {
            try {
                if (ending == null) {
                    ending = work();
                }
                events.put(new Event.Ended(held, ending));
                return;
            } catch (Throwable e) {
                if (ending == null) {
                    ending = WITHOUT_DETAILS;
                }
                LockSupport.parkNanos(TELL_AGAIN_NANOS);
            }
        }
    }

    private Ending work() {
        AttemptKey key = held.key();
        if (!begin()) {
            return new Ending(false, Results.neverBegun(key));
        }
        try (Scope unused = AttemptTrace.contextOf(held.key()).makeCurrent()) {
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
        ended = true;
        if (notes != null) {
            notes.close();
        }
        // The interrupt, if there was one, has done its work, or came too late to do any.
        Thread.interrupted();
    }

    /** Whoever calls {@code System.exit} waits in it for the hooks to end, and others who call it for the first. */
    @Override
    public synchronized boolean endsProgram() {
        Thread current = thread;
        if (current == null) {
            return false;
        }
        for (StackTraceElement frame : current.getStackTrace()) {
            if (frame.getClassName().equals(SHUTDOWN)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public synchronized void stop(StopReason reason) {
        stopped = reason;
        if (notes != null && reason.leaseIsLost()) {
            notes.lost();
        }
        if (thread != null) {
            thread.interrupt();
        }
    }
}
