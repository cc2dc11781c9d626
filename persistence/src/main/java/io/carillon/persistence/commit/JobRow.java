package io.carillon.persistence.commit;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A job change on its way: what it wants, what is known to be there already, and what became of it. */
final class JobRow {

    private final JobWrite write;
    /** Whether the job counts as exact: known only of those whose definition is written. */
    private final boolean exact;
    /** Runs of this change that exist, made by an earlier claim of the same occurrences: left alone. */
    private final Set<RunId> runsThere = new HashSet<>();
    /** Requests of this change that are recorded with the same run. */
    private final Set<String> requestsThere = new HashSet<>();

    private @Nullable RowOutcome outcome;
    /** The job of the same batch that wants the same key and comes first. */
    private @Nullable JobId keyWantedBy;

    JobRow(JobWrite write, Predicate<JobDefinition> exact) {
        this.write = write;
        this.exact = definitionChanged() && exact.test(job().definition());
    }

    /** @throws IllegalArgumentException if a new run is not as a claim makes it: the statement writes that and no more */
    static void requireFreshRuns(JobWrite write) {
        for (NewRun newRun : write.change().newRuns()) {
            Run run = newRun.run();
            if (run.state() != RunState.WAITING
                    || run.version() != 1
                    || run.attempt() != 0
                    || run.fencingToken() != 0) {
                throw new IllegalArgumentException("run " + run.id() + " is not new: " + run);
            }
        }
    }

    JobWrite write() {
        return write;
    }

    JobChange change() {
        return write.change();
    }

    Job job() {
        return write.change().job();
    }

    boolean creates() {
        return write.expectedVersion() == 0;
    }

    /** A creation writes identity and revision whatever the change says. */
    boolean definitionChanged() {
        return creates() || write.change().definitionChanged();
    }

    boolean exact() {
        return exact;
    }

    Stream<NewRun> runsToAdd() {
        return change().newRuns().stream()
                .filter(run -> !runsThere.contains(run.run().id()));
    }

    Stream<NewRun> requestsToAdd() {
        return change().newRuns().stream()
                .filter(run -> run.requestId() != null && !requestsThere.contains(run.requestId()));
    }

    /** True if it was not known. */
    boolean runIsThere(RunId run) {
        return runsThere.add(run);
    }

    /** True if it was not known. */
    boolean requestIsThere(String requestId) {
        return requestsThere.add(requestId);
    }

    @Nullable
    RowOutcome outcome() {
        return outcome;
    }

    boolean open() {
        return outcome == null;
    }

    /** True if it stands in the way of its call. */
    boolean guilty() {
        return outcome != null && !outcome.durable() && outcome.kind() != RowOutcome.Kind.NOT_TRIED;
    }

    @Nullable
    JobId keyWantedBy() {
        return keyWantedBy;
    }

    void waitForKeyOf(@Nullable JobId first) {
        keyWantedBy = first;
    }

    void decide(RowOutcome decided) {
        outcome = decided;
    }
}
