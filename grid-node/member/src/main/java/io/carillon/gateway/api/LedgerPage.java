package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import io.carillon.domain.ledger.Tally;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a job's ledger; all numbers are of its own times.
 *
 * @param from inclusive; its end, exclusive, is the tally's
 * @param plannedThrough nominal times after it are not owed yet
 * @param runs of the schedule, by nominal time
 * @param now tells runs that wait apart
 */
public record LedgerPage(
        JobId job,
        Instant from,
        Instant plannedThrough,
        Tally tally,
        List<Run> runs,
        Instant now,
        @Nullable String nextCursor) {

    public LedgerPage {
        runs = List.copyOf(runs);
    }

    /** @param open of the pause that goes on: it is written when the pause ends */
    public record Skip(SkipRange range, boolean open) {}

    /** By time. */
    public List<Skip> skips() {
        List<Skip> skips = new ArrayList<>();
        tally.skips().forEach(range -> skips.add(new Skip(range, false)));
        Tally.PauseSoFar pause = tally.pause();
        if (pause != null) {
            SkipRange range = new SkipRange(
                    job, pause.revision(), pause.nominalFirst(), pause.nominalLast(), pause.n(), SkipReason.PAUSED);
            skips.add(new Skip(range, true));
        }
        return skips;
    }
}
