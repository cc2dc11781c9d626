package io.carillon.domain.ledger;

import io.carillon.domain.plan.SkipRange;
import java.util.List;

/** What accounts for a slice: runs of the schedule, and skips that touch it; of all revisions. */
public record Marks(List<RunMark> runs, List<SkipRange> skips) {

    public Marks {
        runs = List.copyOf(runs);
        skips = List.copyOf(skips);
    }
}
