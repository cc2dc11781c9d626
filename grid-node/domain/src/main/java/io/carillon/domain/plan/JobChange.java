package io.carillon.domain.plan;

import io.carillon.domain.job.Job;
import java.util.List;

/**
 * A job's next version with all that is true only together with it: written in one statement or not at all.
 *
 * @param definitionChanged the identity and revision rows are written as well (create, edit, pause, delete)
 * @param newRuns claimed with this change
 * @param withdrawn claimed ahead, never started and not due any more: their rows go, their occurrences stay owed
 * @param skips occurrences accounted for without a run
 */
public record JobChange(
        Job job, boolean definitionChanged, List<NewRun> newRuns, List<RunRef> withdrawn, List<SkipRange> skips) {

    public JobChange {
        newRuns = List.copyOf(newRuns);
        withdrawn = List.copyOf(withdrawn);
        skips = List.copyOf(skips);
    }
}
