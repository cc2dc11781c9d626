package io.carillon.domain.ledger;

import io.carillon.domain.plan.SkipRange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a window of a job's time comes to.
 *
 * @param expected occurrences that are owed; each is in a run, in a skip, in the pause that goes on, or missing
 * @param skips what each written skip accounts for in the window, by time
 * @param pause those of the pause that goes on
 * @param discrepancies the first few of them, by time
 * @param countedTo exclusive; before the end of the window where the bound on the work was met
 */
public record Tally(
        long expected,
        long inRuns,
        List<SkipRange> skips,
        @Nullable PauseSoFar pause,
        long unaccounted,
        List<Discrepancy> discrepancies,
        Instant countedTo) {

    public Tally {
        skips = List.copyOf(skips);
        discrepancies = List.copyOf(discrepancies);
    }

    public long inSkips() {
        return skips.stream().mapToLong(SkipRange::n).sum();
    }

    /** Both ends inclusive. */
    public record PauseSoFar(long revision, Instant nominalFirst, Instant nominalLast, long n) {}
}
