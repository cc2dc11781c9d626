package io.carillon.benchmarks.wave;

import io.carillon.domain.plan.JobChange;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunWrite;
import io.carillon.persistence.commit.CommitObserver;
import io.carillon.persistence.commit.GroupCommitter;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.jdbc.Pools;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.outbox.PgOwnerQuotas;
import io.carillon.persistence.schema.PartitionKeeper;
import io.carillon.persistence.schema.Schema;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What PostgreSQL alone can do: the product's own statements for claim, start and finish on the product's schema, by its
 * own writer in batches of 500 over 4 connections, without grid, hand-off or worker. A wave costs at least that.
 */
final class Floors {

    private static final String DATABASE = "floors";
    private static final int ROUNDS = 3;
    private static final int CONNECTIONS = 4;
    private static final int BATCH_ROWS = 500;
    /** Of one shard in one call; the writer merges calls up to a batch. */
    private static final int CLAIMS_A_CALL = 100;

    private static final int RETENTION_DAYS = 30;
    /** As the schema makes it, before any member has gained the shard. */
    private static final long EPOCH = 0;

    private final Database database;
    private final MachineClock clock;

    Floors(Database database, MachineClock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Rounds of so many runs: the first ones warm up, the last one is printed.
     *
     * @param maxRunning then the same under this limit of the owner's, and once more without; 0: not at all
     */
    void measure(int runs, int maxRunning) throws SQLException {
        database.makeEmpty(DATABASE);
        StoreSettings settings = settings(database.postgres(), 4 * runs);
        try (Pools pools = new Pools(settings)) {
            Schema.migrate(pools.reads());
            new PartitionKeeper(pools.reads(), (table, rows) -> {}).prepare(clock.now(), RETENTION_DAYS);
            try (GroupCommitter writer =
                    GroupCommitter.start(pools.writes(), settings, clock, CommitObserver.NONE, definition -> false)) {
                rounds("floor", writer, runs);
                if (maxRunning > 0) {
                    OwnerQuotas quotas = new PgOwnerQuotas(pools.reads());
                    quotas.save(new OwnerQuota(FloorRuns.OWNER, maxRunning, null, OwnerQuota.MAX_EXACT_JOBS_DEFAULT));
                    rounds("floor with max_running " + maxRunning, writer, runs);
                    quotas.save(OwnerQuota.ofAnyone(FloorRuns.OWNER));
                    rounds("floor without it again", writer, runs);
                }
            }
        }
    }

    private void rounds(String title, RowWriter writer, int runs) {
        List<Step> steps = List.of();
        for (int round = 1; round <= ROUNDS; round++) {
            steps = round(writer, runs);
        }
        print(title, steps, runs);
    }

    /** With the CPU of a row in microseconds. */
    private record Step(String name, double seconds, double postgresMicros, double writerMicros) {}

    private List<Step> round(RowWriter writer, int runs) {
        FloorRuns floorRuns = new FloorRuns(clock);
        List<Step> steps = new ArrayList<>();
        List<JobChange> created = floorRuns.created(runs);
        steps.add(step("create", jobCalls(created, 0), call -> writer.writeJobs(shardOf(call), call)));
        List<JobChange> claimed = floorRuns.claimed(created);
        steps.add(step("claim", jobCalls(claimed, 1), call -> writer.writeJobs(shardOf(call), call)));
        List<Run> started = floorRuns.started(FloorRuns.runsOf(claimed));
        steps.add(step("start", runCalls(started), writer::writeRuns));
        List<Run> finished = floorRuns.finished(started);
        steps.add(step("finish", runCalls(finished), writer::writeRuns));
        return steps;
    }

    private <W> Step step(
            String name, List<List<W>> calls, Function<List<W>, CompletableFuture<List<RowOutcome>>> write) {
        int rows = calls.stream().mapToInt(List::size).sum();
        long self = ProcessHandle.current().pid();
        double postgresBegin = database.cpuSeconds();
        double writerBegin = CpuTimes.ofProcess(self);
        long begin = clock.nanos();
        List<CompletableFuture<List<RowOutcome>>> answers =
                calls.stream().map(write).toList();
        boolean durable = answers.stream()
                .map(CompletableFuture::join)
                .flatMap(Collection::stream)
                .allMatch(RowOutcome::durable);
        double seconds = (clock.nanos() - begin) / 1e9;
        if (!durable) {
            throw new IllegalStateException("not every " + name + " was written");
        }
        double micros = 1e6 / rows;
        return new Step(
                name,
                seconds,
                (database.cpuSeconds() - postgresBegin) * micros,
                (CpuTimes.ofProcess(self) - writerBegin) * micros);
    }

    private static void print(String title, List<Step> steps, int runs) {
        for (Step step : steps) {
            Terminal.print(
                    "%s: %-6s %6.0f rows/s; CPU us a row: PostgreSQL %.1f  writer %.1f",
                    title, step.name(), runs / step.seconds(), step.postgresMicros(), step.writerMicros());
        }
        printSum(title + ": claim + start + finish", steps.subList(1, 4), runs);
        printSum(title + ": start + finish", steps.subList(2, 4), runs);
    }

    private static void printSum(String name, List<Step> steps, int runs) {
        Terminal.print(
                "%s %.0f runs/s; CPU us a run: PostgreSQL %.0f  writer %.0f",
                name,
                runs / steps.stream().mapToDouble(Step::seconds).sum(),
                steps.stream().mapToDouble(Step::postgresMicros).sum(),
                steps.stream().mapToDouble(Step::writerMicros).sum());
    }

    private static List<List<JobWrite>> jobCalls(List<JobChange> changes, long expectedVersion) {
        return changes.stream()
                .map(change -> new JobWrite(EPOCH, expectedVersion, change))
                .collect(Collectors.groupingBy(write -> write.change().job().shard()))
                .values()
                .stream()
                .flatMap(ofOneShard -> split(ofOneShard, CLAIMS_A_CALL).stream())
                .toList();
    }

    private static int shardOf(List<JobWrite> call) {
        return call.get(0).change().job().shard();
    }

    private static List<List<RunWrite>> runCalls(List<Run> runs) {
        return split(
                runs.stream()
                        .map(run -> new RunWrite(EPOCH, run, null, null, false))
                        .toList(),
                BATCH_ROWS);
    }

    private static <T> List<List<T>> split(List<T> whole, int size) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < whole.size(); from += size) {
            parts.add(whole.subList(from, Math.min(whole.size(), from + size)));
        }
        return parts;
    }

    private static StoreSettings settings(EmbeddedPostgres postgres, int queuedRowsMax) {
        StoreSettings usual = StoreSettings.of(postgres.jdbcUrl(DATABASE), postgres.username(), postgres.password());
        return new StoreSettings(
                usual.jdbcUrl(),
                usual.username(),
                usual.password(),
                CONNECTIONS,
                usual.readers(),
                usual.writeStatementTimeout(),
                usual.writeSocketTimeout(),
                usual.readStatementTimeout(),
                usual.readSocketTimeout(),
                usual.connectTimeout(),
                usual.poolTimeout(),
                BATCH_ROWS,
                queuedRowsMax,
                Duration.ZERO);
    }
}
