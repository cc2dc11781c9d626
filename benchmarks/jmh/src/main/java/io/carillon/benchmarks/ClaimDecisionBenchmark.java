package io.carillon.benchmarks;

import io.carillon.domain.job.Job;
import io.carillon.domain.plan.Claim;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a shard's loop computes for a job that is due: its run with its id, and its next due time. A thousand jobs in turn,
 * so that no single one is at home in the caches.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class ClaimDecisionBenchmark {
    private static final int JOBS = 1_000;
    private static final Duration AHEAD = Duration.ofSeconds(2);
    private static final Instant LOADED_AT = Samples.START;

    /** What all the jobs are; of the cron jobs, each minute of the hour has its share. */
    @Param({"one-off", "hourly", "daily-in-zone"})
    String kind = "";

    private final ClaimPlanner planner = new ClaimPlanner(new ScheduleReader());
    private final UUID writeId = Samples.writeId(JOBS);
    private List<Job> jobs = List.of();
    private int next;

    @Setup(Level.Trial)
    public void makeJobs() {
        jobs = IntStream.range(0, JOBS)
                .mapToObj(number -> planner.planFrom(Samples.job(number, schedule(number), LOADED_AT), LOADED_AT))
                .toList();
    }

    /** The job is due: one run, and a new plan. */
    @Benchmark
    public Claim claimDue() {
        Job job = nextJob();
        Instant now = Objects.requireNonNull(job.nextDueAt()).minus(AHEAD);
        return planner.claim(job, now, AHEAD, writeId).orElseThrow();
    }

    /** The look that finds the job not due yet. */
    @Benchmark
    public boolean lookTooEarly() {
        return planner.claim(nextJob(), LOADED_AT, Duration.ZERO, writeId).isPresent();
    }

    private Job nextJob() {
        next = next + 1 == JOBS ? 0 : next + 1;
        return jobs.get(next);
    }

    private ScheduleSpec schedule(int number) {
        return switch (kind) {
            case "one-off" -> new ScheduleSpec.OneOff(LOADED_AT.plusSeconds(3_600));
            case "hourly" -> new ScheduleSpec.Cron(number % 60 + " * * * *", "UTC");
            case "daily-in-zone" -> new ScheduleSpec.Cron(number % 60 + " 2 * * *", "Europe/Berlin");
            default -> throw new IllegalArgumentException("no such kind of job: " + kind);
        };
    }
}
