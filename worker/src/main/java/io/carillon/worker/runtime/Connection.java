package io.carillon.worker.runtime;

import io.carillon.proto.v1.Welcome;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.worker.state.ReconnectPlan;
import io.carillon.worker.time.WorkerClock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream to the grid, opened again whenever it ends.
 *
 * <pre>
 * WAITING   --time--------->  GREETING   hello is sent
 * GREETING  --welcome------>  OPEN       a heartbeat at once, then one each interval
 * GREETING, OPEN  --stream ends, silence, go_away-->  WAITING
 * </pre>
 *
 * Silence is a welcome that does not come, or a heartbeat without its acknowledgement when the next but one is due: with
 * the usual three heartbeats a lease, that leaves time to have the leases renewed by another member.
 *
 * <p>Called by the worker's thread alone.
 */
final class Connection {
    private static final Logger log = LoggerFactory.getLogger(Connection.class);
    /** Messages that may arrive before the first of them is handled. */
    static final int INBOUND_WINDOW = 64;

    private static final long WELCOME_TIMEOUT_NANOS = 10_000_000_000L;
    /** A stream that ends sooner counts as a failure, lest a member that welcomes and drops us is tried without pause. */
    private static final long LASTING_NANOS = 5_000_000_000L;

    private static final long HEARTBEAT_DEFAULT_NANOS = 20_000_000_000L;
    private static final long HEARTBEAT_MIN_NANOS = 10_000_000L;

    /** Older members would drop what handlers say. */
    private static final int NOTES_REVISION = 2;

    /** Older members would take what a heartbeat leaves out for lost. */
    private static final int PARTIAL_HEARTBEATS_REVISION = 3;

    private final GridStream.Opener opener;
    private final GridStream.EventSink events;
    private final ReconnectPlan plan;
    private final List<String> targets;
    private final WorkerState state;
    private final WorkerClock clock;
    private final Supplier<WorkerMessage> hello;

    private @Nullable GridStream stream;
    private boolean open;
    /** When the present state began. */
    private long sinceNanos;

    private long connectAtNanos;
    private long heartbeatNanos = HEARTBEAT_DEFAULT_NANOS;
    private long heartbeatAtNanos;
    private boolean takesPartialHeartbeats;
    private boolean failureLogged;
    private boolean finished;

    /**
     * @param targets the members' names, for logs
     * @param hello says who the worker is and what it holds
     */
    Connection(
            GridStream.Opener opener,
            GridStream.EventSink events,
            List<String> targets,
            WorkerState state,
            WorkerClock clock,
            Supplier<WorkerMessage> hello) {
        this.opener = opener;
        this.events = events;
        this.targets = targets;
        this.plan = new ReconnectPlan(targets.size(), clock.chance());
        this.state = state;
        this.clock = clock;
        this.hello = hello;
    }

    /** Whether this is the stream of the present: what comes from an earlier one is out of date. */
    boolean isCurrent(GridStream candidate) {
        return candidate == stream;
    }

    /** The stream if the grid has welcomed us. */
    @Nullable
    GridStream ifOpen() {
        return open ? stream : null;
    }

    /** The interval of heartbeats, as the grid wishes. */
    long heartbeatNanos() {
        return heartbeatNanos;
    }

    /** Connects if it is time to. @return true if a stream was opened */
    boolean connectIfDue(long nowNanos) {
        if (stream != null || nowNanos < connectAtNanos) {
            return false;
        }
        sinceNanos = nowNanos;
        try {
            GridStream opened = opener.open(plan.target(), events);
            stream = opened;
            opened.send(hello.get());
            opened.request(INBOUND_WINDOW);
            return true;
        } catch (RuntimeException e) {
            lost(e.toString(), nowNanos);
            return false;
        }
    }

    void welcomed(Welcome welcome, long nowNanos) {
        open = true;
        sinceNanos = nowNanos;
        heartbeatNanos = heartbeatNanos(welcome);
        heartbeatAtNanos = nowNanos;
        failureLogged = false;
        state.notes.connected(welcome.getProtocolRevision() >= NOTES_REVISION);
        takesPartialHeartbeats = welcome.getProtocolRevision() >= PARTIAL_HEARTBEATS_REVISION;
        if (welcome.hasLeaseDuration()) {
            state.leaseNanos = Durations.nanos(welcome.getLeaseDuration());
        }
        long acceptLeaseNanos = Durations.nanos(welcome.getAcceptLease());
        state.acceptLeaseNanos = acceptLeaseNanos == 0 ? Durations.NANOS_MAX : acceptLeaseNanos;
        log.info("event=connected member={} address={}", welcome.getMemberId(), targets.get(plan.target()));
    }

    /** Whether the member that has welcomed us last knows heartbeats that list some of what is held. */
    boolean takesPartialHeartbeats() {
        return takesPartialHeartbeats;
    }

    /** A heartbeat is due at once. */
    void hurryHeartbeat(long nowNanos) {
        heartbeatAtNanos = nowNanos;
    }

    /** Whether a heartbeat is due; the next one is then an interval from now. */
    boolean heartbeatDue(long nowNanos) {
        if (!open || nowNanos < heartbeatAtNanos) {
            return false;
        }
        heartbeatAtNanos = nowNanos + heartbeatNanos;
        return true;
    }

    /** Gives the stream up if the grid has been silent too long. */
    void dropIfSilent(long nowNanos) {
        GridStream current = stream;
        if (current != null && nowNanos >= silentAtNanos()) {
            current.cancel("silence");
            lost("the member does not answer", nowNanos);
        }
    }

    /** The stream has ended, or is to be left. */
    void lost(String reason, long nowNanos) {
        boolean lasted = open && nowNanos - sinceNanos >= LASTING_NANOS;
        if (finished) {
            log.info("event=disconnected address={}", targets.get(plan.target()));
        } else if (open || !failureLogged) {
            log.warn(
                    "event={} address={} reason=\"{}\" action=retry",
                    open ? "disconnected" : "cannot-connect",
                    targets.get(plan.target()),
                    reason);
            failureLogged = true;
        }
        leave(lasted, nowNanos);
    }

    /** The member is leaving: the stream is finished and another member tried. */
    void goAway(String reason, long nowNanos) {
        GridStream current = stream;
        if (current == null) {
            return;
        }
        log.info("event=member-leaving address={} reason=\"{}\"", targets.get(plan.target()), reason);
        current.finish();
        leave(true, nowNanos);
    }

    /** Nothing more is to be said; the member ends the stream. */
    void finish() {
        finished = true;
        GridStream current = stream;
        if (open && current != null) {
            current.finish();
        }
    }

    /** Whatever is left of the stream ends. */
    void close() {
        GridStream current = stream;
        if (current != null) {
            stream = null;
            open = false;
            current.cancel("closed");
        }
    }

    /** When something is due here. */
    long nextNanos() {
        if (stream == null) {
            return connectAtNanos;
        }
        return open ? Math.min(heartbeatAtNanos, silentAtNanos()) : silentAtNanos();
    }

    private void leave(boolean lasted, long nowNanos) {
        if (lasted) {
            plan.succeeded();
        }
        stream = null;
        open = false;
        state.leases.disconnected();
        state.outbox.disconnected();
        sinceNanos = nowNanos;
        connectAtNanos = nowNanos + plan.failed(clock.chance());
    }

    private long silentAtNanos() {
        if (!open) {
            return sinceNanos + WELCOME_TIMEOUT_NANOS;
        }
        long waitingSince = state.leases.waitingSinceNanos().orElse(WorkerClock.NEVER);
        return waitingSince == WorkerClock.NEVER ? WorkerClock.NEVER : waitingSince + heartbeatNanos;
    }

    private static long heartbeatNanos(Welcome welcome) {
        if (!welcome.hasHeartbeatInterval()) {
            return HEARTBEAT_DEFAULT_NANOS;
        }
        return Math.max(HEARTBEAT_MIN_NANOS, Durations.nanos(welcome.getHeartbeatInterval()));
    }
}
