package io.carillon.gateway.api;

import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.RunView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a run as people count them. History keeps only those that did not succeed; the one that succeeded or is
 * under way is told by the run's own row.
 */
public final class RunAttempts {

    /** @param endedAt null while it is under way */
    public record Shown(
            int attempt,
            String workerId,
            long fencingToken,
            Instant startedAt,
            @Nullable Instant endedAt,
            AttemptEnd end,
            io.carillon.domain.run.@Nullable AttemptError error) {}

    private RunAttempts() {}

    /** Oldest first. */
    public static List<Shown> of(RunView view) {
        List<Shown> shown = new ArrayList<>();
        for (AttemptRecord record : view.attempts()) {
            shown.add(new Shown(
                    record.attempt(),
                    record.workerId(),
                    record.fencingToken(),
                    record.startedAt(),
                    record.endedAt(),
                    record.end(),
                    record.error()));
        }
        Run run = view.run();
        boolean toldByItsRow = run.state() == RunState.RUNNING || run.lastEnd() == AttemptEnd.SUCCEEDED;
        if (toldByItsRow && run.workerId() != null && run.startedAt() != null) {
            shown.add(new Shown(
                    run.attempt(),
                    run.workerId(),
                    run.fencingToken(),
                    run.startedAt(),
                    run.endedAt(),
                    run.state() == RunState.RUNNING ? AttemptEnd.OPEN : run.lastEnd(),
                    null));
        }
        return shown;
    }
}
