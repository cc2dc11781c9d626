package io.carillon.worker.runtime;

import io.carillon.worker.time.WorkerClock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker with its threads: one of its own, and those of its handlers. Thread-safe. */
public final class WorkerRuntime {
    private static final Logger log = LoggerFactory.getLogger(WorkerRuntime.class);

    private final WorkerIdentity identity;
    private final Mailbox mailbox = new Mailbox();
    private final HandlerPool pool;
    private final WorkerCore core;
    private final Thread thread;

    /** @param targets the members */
    public WorkerRuntime(
            WorkerIdentity identity, List<String> targets, Handlers handlers, WorkerClock clock, Channels channels) {
        this.identity = identity;
        this.pool = new HandlerPool(identity.slots(), "carillon-handler");
        GridStream.Opener opener = GrpcGridStream.opener(targets, channels);
        this.core = new WorkerCore(identity, targets, handlers, clock, opener, mailbox, pool::execute);
        this.thread = new Thread(new WorkerThread(core, mailbox, clock)::run, "carillon-worker");
    }

    /** Called once. Returns at once; the worker connects as soon as a member can be reached. */
    public void start() {
        thread.start();
    }

    /**
     * Takes no new work, lets what is at work end within the grace period, hands the rest back, and has the results
     * acknowledged. Returns when that is done, at most some seconds after the grace period. If the waiting thread is
     * interrupted, the grace period is over at once.
     */
    public void drain(Duration grace) {
        mailbox.put(new Event.Drain(grace));
        long waitMillis = grace.toMillis() + Drain.nanosBeyondGrace() / 1_000_000 + 1_000;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join(waitMillis);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                mailbox.put(new Event.Drain(Duration.ZERO));
            }
        }
        pool.close();
        if (thread.isAlive()) {
            log.error("event=worker-did-not-end id={}", identity.id());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public WorkerStatus status() {
        WorkerCore.Gauges now = core.gauges();
        WorkerCounters ever = core.state().counters;
        return new WorkerStatus(
                now.connected(),
                identity.slots(),
                now.atWork(),
                now.stuck(),
                now.unacknowledged(),
                ever.assigned.sum(),
                ever.succeeded.sum(),
                ever.failed.sum(),
                ever.timedOut.sum(),
                ever.handedBack.sum(),
                ever.leasesLost.sum(),
                ever.staleResults.sum(),
                ever.resentResults.sum(),
                ever.connects.sum());
    }
}
