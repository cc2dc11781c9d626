package io.carillon.worker.state;

import io.carillon.worker.time.WorkerClock;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counted attempts that no acknowledged heartbeat has covered yet, and whose right ends soon for want of one; in the order of
 * their receipt.
 *
 * <p>Three tenths of the accept lease after the receipt of the oldest a heartbeat is wanted, which serves all of them: a run
 * that is shorter costs none, and most of the time is left for the answer. If none comes, the next one is wanted as long after that,
 * since a member that could not renew a lease does not try again by itself. Whatever arrives and ends here, at most one
 * heartbeat is wanted in three tenths of the accept lease.
 *
 * <p>Not thread-safe.
 */
final class FreshRuns {
    /** Fewer than are remembered, so that early heartbeats never hide for how long the member has been silent. */
    private static final int UNACKNOWLEDGED_MAX = 16;

    private final LeaseClock leases;
    private final LinkedHashSet<HeldRun> runs = new LinkedHashSet<>();

    FreshRuns(LeaseClock leases) {
        this.leases = leases;
    }

    void add(HeldRun run) {
        if (run.needsEarlyHeartbeat()) {
            runs.add(run);
        }
    }

    /** It may be none of these. */
    void remove(HeldRun run) {
        runs.remove(run);
    }

    /** All of them, so that one heartbeat serves them all. */
    List<HeldRun> all() {
        runs.removeIf(run -> run.isRenewed(leases));
        return List.copyOf(runs);
    }

    /** {@link WorkerClock#NEVER} if none is. */
    long heartbeatWantedAtNanos() {
        HeldRun oldest = oldest();
        return oldest == null || leases.unacknowledged() >= UNACKNOWLEDGED_MAX
                ? WorkerClock.NEVER
                : oldest.heartbeatWantedAtNanos(leases);
    }

    /** Drops those that were renewed meanwhile; each is dropped once, so this costs nothing more than adding them. */
    private @Nullable HeldRun oldest() {
        Iterator<HeldRun> each = runs.iterator();
        while (each.hasNext()) {
            HeldRun run = each.next();
            if (!run.isRenewed(leases)) {
                return run;
            }
            each.remove();
        }
        return null;
    }
}
