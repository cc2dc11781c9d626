package io.carillon.engine.sim;

import io.carillon.domain.plan.JobChange;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunWrite;
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

    private CompletableFuture<List<RowOutcome>> tooSoon(int rows, Runnable write) {
        node.after(Duration.ofMillis(300), write);
        return CompletableFuture.completedFuture(Collections.nCopies(rows, RowOutcome.APPLIED));
    }
}
