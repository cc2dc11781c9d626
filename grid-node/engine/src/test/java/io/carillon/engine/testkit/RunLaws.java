package io.carillon.engine.testkit;

import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Watches every version of every run as it is committed, and notes what must never happen. */
final class RunLaws {

    private final List<String> broken = new ArrayList<>();
    private final Map<RunId, List<Run>> versions = new HashMap<>();

    void created(Run run) {
        demand(run.version() == 1, "created in version " + run.version(), run);
        demand(run.state() == RunState.WAITING, "created as " + run.state(), run);
        // Withdrawn and claimed again it is the same run, and starts over.
        versions.put(run.id(), new ArrayList<>(List.of(run)));
    }

    void claimedTwice(Run run) {
        demand(false, "claimed twice", run);
    }

    void moved(Run from, Run to, Instant now) {
        versions.computeIfAbsent(from.id(), id -> new ArrayList<>()).add(to);
        demand(to.version() == from.version() + 1, "version " + from.version() + " followed by " + to.version(), to);
        demand(
                Stream.of(RunTransition.values()).anyMatch(t -> t.from() == from.state() && t.to() == to.state()),
                from.state() + " became " + to.state(),
                to);
        demand(to.fencingToken() >= from.fencingToken(), "its token fell", to);
        boolean started = from.state() == RunState.WAITING && to.state() == RunState.RUNNING;
        if (started) {
            Instant startedAt = to.startedAt();
            demand(to.fencingToken() > from.fencingToken(), "its token did not rise", to);
            demand(startedAt != null && !startedAt.isBefore(from.eligibleAt()), "started early", to);
            demand(startedAt != null && !startedAt.isAfter(now), "started in the future", to);
        } else {
            demand(to.fencingToken() == from.fencingToken(), "got a token without a start", to);
        }
        boolean acceptedTwice = versionsOf(to.id()).stream()
                        .filter(v -> v.state() == RunState.SUCCEEDED)
                        .count()
                > 1;
        demand(!acceptedTwice, "succeeded twice", to);
    }

    List<Run> versionsOf(RunId run) {
        return versions.getOrDefault(run, List.of());
    }

    List<String> broken() {
        return broken;
    }

    private void demand(boolean holds, String otherwise, @Nullable Run run) {
        if (!holds) {
            broken.add(otherwise + ": " + run);
        }
    }
}
