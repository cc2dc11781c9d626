package io.carillon.engine.sim;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunWrite;
import io.carillon.engine.testkit.TestSchedules;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The way of a loop's writes to the store, where a mutation says so without some of its promises. */
@SuppressWarnings("FutureReturnValueIgnored") // what is answered too soon has no answer left to hear
final class MutatedWriter implements RowWriter {

    private final World world;
    private final RowWriter writer;
    private final Node node;
    private final Consumer<List<RunWrite>> onRuns;

    /** @param onRuns sees the moves of runs before they leave */
    MutatedWriter(World world, RowWriter writer, Node node, Consumer<List<RunWrite>> onRuns) {
        this.world = world;
        this.writer = writer;
        this.node = node;
        this.onRuns = onRuns;
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeJobs(int shard, List<JobWrite> writes) {
        if (world.without(Mutation.CLAIM_IN_ONE_WRITE)) {
            return writer.writeJobs(
                    shard, writes.stream().map(MutatedWriter::withoutRuns).toList());
        }
        if (world.without(Mutation.WITHDRAWAL_AT_THE_SEAM) || world.without(Mutation.PLAN_FROM_THE_SEAM)) {
            return writer.writeJobs(shard, writes.stream().map(this::seamMissed).toList());
        }
        return world.without(Mutation.YES_WHEN_DURABLE)
                ? tooSoon(writes.size(), () -> writer.writeJobs(shard, writes))
                : writer.writeJobs(shard, writes);
    }

    @Override
    public CompletableFuture<List<RowOutcome>> writeRuns(List<RunWrite> writes) {
        onRuns.accept(writes);
        return world.without(Mutation.YES_WHEN_DURABLE)
                ? tooSoon(writes.size(), () -> writer.writeRuns(writes))
                : writer.writeRuns(writes);
    }

    /** Its runs would follow in a write of their own, if the member lives so long. */
    private static JobWrite withoutRuns(JobWrite write) {
        JobChange change = write.change();
        return new JobWrite(
                write.epoch(),
                write.expectedVersion(),
                new JobChange(change.job(), change.definitionChanged(), List.of(), change.withdrawn(), change.skips()));
    }

    private JobWrite seamMissed(JobWrite write) {
        JobChange change = write.change();
        Job job = change.job();
        Job before = world.database.rows.job(job.id()).orElse(job);
        if (job.revision() == before.revision()) {
            return write;
        }
        boolean withdraws = !world.without(Mutation.WITHDRAWAL_AT_THE_SEAM);
        Job planned = world.without(Mutation.PLAN_FROM_THE_SEAM) && job.status() == JobStatus.ACTIVE
                ? new ClaimPlanner(new TestSchedules()).planFrom(job, before.plannedThrough())
                : job;
        return new JobWrite(
                write.epoch(),
                write.expectedVersion(),
                new JobChange(
                        planned,
                        change.definitionChanged(),
                        change.newRuns(),
                        withdraws ? change.withdrawn() : List.of(),
                        change.skips()));
    }

    private CompletableFuture<List<RowOutcome>> tooSoon(int rows, Runnable write) {
        node.after(Duration.ofMillis(300), write);
        return CompletableFuture.completedFuture(Collections.nCopies(rows, RowOutcome.APPLIED));
    }
}
