package io.carillon.worker.runtime;

import io.carillon.worker.time.WorkerClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread of a worker: takes events, lets the core act on them, and waits until there is more to do. */
final class WorkerThread {
    private static final Logger log = LoggerFactory.getLogger(WorkerThread.class);
    /** Events handled before the time is looked at and messages are sent, so that neither waits behind a flood. */
    private static final int EVENTS_MAX = 1_000;

    /** So that a step that fails again and again does not fill the log and the processor. */
    private static final long PAUSE_NANOS = 100_000_000L;

    private final WorkerCore core;
    private final Mailbox mailbox;
    private final WorkerClock clock;

    WorkerThread(WorkerCore core, Mailbox mailbox, WorkerClock clock) {
        this.core = core;
        this.mailbox = mailbox;
        this.clock = clock;
    }

    /** Until the worker is drained. */
    void run() {
        while (!core.isDone()) {
            try {
                step();
            } catch (Throwable e) {
                // A mistake of ours, or no memory; what the worker holds is worth more than its end would be.
                log.error("event=worker-step-failed", e);
                mailbox.await(clock, clock.nanos() + PAUSE_NANOS, true);
            }
        }
        core.close();
    }

    private void step() {
        long eventsAtNanos = clock.nanos();
        boolean any = mailbox.drain(EVENTS_MAX, event -> core.handle(event, eventsAtNanos));
        long nowNanos = clock.nanos();
        core.tick(nowNanos);
        if (!any && !core.isDone()) {
            mailbox.await(clock, core.nextNanos(nowNanos), core.isGathering());
        }
    }
}
