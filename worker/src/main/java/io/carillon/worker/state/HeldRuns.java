package io.carillon.worker.state;

import io.carillon.worker.time.WorkerClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that occupy this worker's slots.
 *
 * <p>Most of them the grid counts as this worker's: they are in its heartbeats. The others, the strays, were reported,
 * revoked or superseded, but their handler has not ended yet, so that their slot is not free. At most one attempt of a run
 * is counted. The sum of both never exceeds the slots.
 *
 * <p>Not thread-safe.
 */
public final class HeldRuns {
    /** Deadlines are kept to within this time; it bounds how often all runs are looked through. */
    private static final long RESOLUTION_NANOS = 10_000_000L;

    private final int slots;
    private final LeaseClock leases;
    private final Map<String, HeldRun> counted = new HashMap<>();
    private final FreshRuns fresh;
    private int strays;

    /**
     * No run has a deadline before this. Renewals only move deadlines later, so the bound stays true without looking at the
     * runs; when it is reached, they are looked through and the next bound found.
     */
    private long nextLookNanos = WorkerClock.NEVER;

    public HeldRuns(int slots, LeaseClock leases) {
        this.slots = slots;
        this.leases = leases;
        this.fresh = new FreshRuns(leases);
    }

    /** What an assignment is to this worker. */
    public enum Admission {
        /** It can be added; an earlier attempt of the same run that is held has to stop then. */
        NEW,
        /** This very attempt is held already. */
        REPEATED,
        /** A later attempt of the same run is held. */
        OUTDATED,
        /** No slot is free. */
        FULL
    }

    public Admission judge(AttemptKey key) {
        HeldRun held = counted.get(key.runId());
        if (held != null && held.key().fencingToken() == key.fencingToken()) {
            return Admission.REPEATED;
        }
        if (held != null && held.key().fencingToken() > key.fencingToken()) {
            return Admission.OUTDATED;
        }
        return occupied() < slots ? Admission.NEW : Admission.FULL;
    }

    /**
     * Adds an attempt that was judged to be new, and stops an earlier one of the same run.
     *
     * @throws IllegalStateException if it is not new
     */
    public void add(HeldRun run) {
        if (judge(run.key()) != Admission.NEW) {
            throw new IllegalStateException("not new: " + run.key());
        }
        HeldRun earlier = counted.get(run.key().runId());
        if (earlier != null) {
            discount(earlier);
            earlier.stop(StopReason.SUPERSEDED);
        }
        counted.put(run.key().runId(), run);
        fresh.add(run);
        nextLookNanos = Math.min(nextLookNanos, deadlineNanos(run));
    }

    /** The counted attempt with this run and token. */
    public @Nullable HeldRun find(AttemptKey key) {
        HeldRun held = counted.get(key.runId());
        return held != null && held.key().fencingToken() == key.fencingToken() ? held : null;
    }

    /** The grid does not count it any more, but its handler has not ended: it turns into a stray. */
    public void discount(HeldRun run) {
        if (counted.remove(run.key().runId(), run)) {
            run.discount();
            fresh.remove(run);
            strays++;
        }
    }

    /** Its handler has ended; the slot is free. Called exactly once for each run added. */
    public void ended(HeldRun run) {
        fresh.remove(run);
        if (!counted.remove(run.key().runId(), run)) {
            strays--;
        }
    }

    /** Those the grid counts. */
    public Collection<HeldRun> counted() {
        return Collections.unmodifiableCollection(counted.values());
    }

    /** Slots taken by a handler that the grid does not count. */
    public int strays() {
        return strays;
    }

    public int occupied() {
        return counted.size() + strays;
    }

    /** When a heartbeat is wanted, whatever its interval, lest a run lose its right for want of one. */
    public long heartbeatWantedAtNanos() {
        return fresh.heartbeatWantedAtNanos();
    }

    /** Those that such a heartbeat is for; the others are renewed by the usual ones. */
    public List<HeldRun> fresh() {
        return fresh.all();
    }

    /** The grid has renewed what the heartbeat with this sequence lists, but for these. */
    public void renewedInPart(long sequence, Set<AttemptKey> notRenewed) {
        Heartbeat heartbeat = leases.answeredInPart(sequence);
        if (heartbeat == null) {
            return;
        }
        List<HeldRun> some = heartbeat.some();
        for (HeldRun run : some != null ? some : counted.values()) {
            if (!notRenewed.contains(run.key())) {
                run.renewed(sequence, heartbeat.sentAtNanos());
            }
        }
    }

    /** Not before this has any run a deadline. */
    public long nextLookNanos() {
        return nextLookNanos;
    }

    /** What has come due of the counted runs. */
    public record Due(List<HeldRun> timedOut, List<HeldRun> fenced) {
        private static final Due NOTHING = new Due(List.of(), List.of());
    }

    /**
     * The counted runs whose deadline has come: those whose time is up, and those not yet told to stop whose lease may end
     * before it is renewed. The caller stops each of them before it asks again.
     */
    public Due due(long nowNanos) {
        if (nowNanos < nextLookNanos) {
            return Due.NOTHING;
        }
        Due due = new Due(new ArrayList<>(), new ArrayList<>());
        long next = WorkerClock.NEVER;
        for (HeldRun run : counted.values()) {
            if (run.timeoutAtNanos() <= nowNanos) {
                due.timedOut().add(run);
            } else if (run.stopped() == null && run.fenceAtNanos(leases) <= nowNanos) {
                due.fenced().add(run);
                fresh.remove(run);
                next = Math.min(next, run.timeoutAtNanos());
            } else {
                next = Math.min(next, deadlineNanos(run));
            }
        }
        nextLookNanos = next == WorkerClock.NEVER ? next : Math.max(next, nowNanos + RESOLUTION_NANOS);
        return due;
    }

    private long deadlineNanos(HeldRun run) {
        return run.stopped() == null ? Math.min(run.timeoutAtNanos(), run.fenceAtNanos(leases)) : run.timeoutAtNanos();
    }
}
