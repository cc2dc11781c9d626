package io.carillon.domain.ledger;

import io.carillon.domain.job.Job;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.Run;
import java.time.Instant;
import java.util.List;

/**
 * A job and the rows that account for a window of its time, of one moment.
 *
 * @param revisions in force in the window, by rising number
 * @param runs of the schedule
 * @param completeTo exclusive: all rows before it are here; before the end of the window where there are too many
 */
public record JobAccounts(
        Job job, List<Revision> revisions, List<Run> runs, List<SkipRange> skips, Instant completeTo) {

    public JobAccounts {
        revisions = List.copyOf(revisions);
        runs = List.copyOf(runs);
        skips = List.copyOf(skips);
    }
}
