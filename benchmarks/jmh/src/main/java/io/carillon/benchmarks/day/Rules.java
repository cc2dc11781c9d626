package io.carillon.benchmarks.day;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The product's rules, asked about jobs that are numbers here. Thread-safe. */
final class Rules {

    /** The midnight that the simulated day begins with; in UTC nothing is special about it. */
    static final Instant MIDNIGHT = Instant.parse("2026-06-10T00:00:00Z");

    static final String POOL = "default";
    static final String HANDLER = "work";

    private static final Instant CREATED = MIDNIGHT.minus(Duration.ofDays(30));
    private static final Duration CLAIM_AHEAD = Duration.ofSeconds(3);
    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    private static final UUID WRITE_ID = new UUID(VERSION_7, VARIANT);

    private final ScheduleReader schedules = new ScheduleReader();
    private final ClaimPlanner planner = new ClaimPlanner(schedules);

    /** Version 7 with an evenly spread low half, as clients and members make them. */
    static JobId jobId(int number) {
        long millis = CREATED.toEpochMilli() + number / 100;
        return new JobId(new UUID((millis << 16) | VERSION_7 | (number % 100), VARIANT | ((number * SPREAD) >>> 2)));
    }

    static int shardOf(int number) {
        return jobId(number).shard();
    }

    static Instant instant(long microsOfDay) {
        return MIDNIGHT.plusNanos(microsOfDay * 1_000);
    }

    static ScheduleSpec cron(String text) {
        return new ScheduleSpec.Cron(text, "UTC");
    }

    static JobDefinition definition(JobKind kind, ScheduleSpec schedule) {
        return new JobDefinition(
                kind.name(),
                null,
                "owner",
                schedule,
                null,
                POOL,
                HANDLER,
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ofMinutes(5),
                OverlapPolicy.ALLOW,
                kind.timing(),
                kind.jitter(),
                5,
                null,
                null,
                Map.of());
    }

    Schedule schedule(ScheduleSpec spec) {
        return schedules.compile(spec);
    }

    /** The job with its first plan after an instant. */
    Job planned(int number, JobDefinition definition, Instant through) {
        Job job = new Job(jobId(number), 1, JobStatus.ACTIVE, definition, CREATED, through, null, null, 1, WRITE_ID);
        return planner.planFrom(job, through);
    }

    /** The window within which the next occurrence of jobs of this definition may be moved later. */
    Duration jitterWindow(JobDefinition definition, Instant through) {
        return planner.jitterWindow(planned(0, definition, through));
    }

    /** How much later than its next nominal time after an instant the job is due, in milliseconds. */
    int offsetMillis(int number, JobDefinition definition, Instant through) {
        Job job = planned(number, definition, through);
        if (job.nextNominalAt() == null || job.nextDueAt() == null) {
            throw new IllegalStateException("no next time: " + job);
        }
        return (int) Duration.between(job.nextNominalAt(), job.nextDueAt()).toMillis();
    }

    /**
     * One run through the complete rules: the claim must make just this run, due when the model says so and in the shard
     * that it says; a start and a success must move it as they should.
     *
     * @throws IllegalStateException if the model differs from the rules
     */
    void check(int number, JobDefinition definition, Instant nominal, Instant due, int shard) {
        Job job = planned(number, definition, nominal.minusNanos(1_000));
        Instant now = due.minus(CLAIM_AHEAD);
        List<NewRun> claimed = planner.claim(job, now, CLAIM_AHEAD, WRITE_ID)
                .map(claim -> claim.change().newRuns())
                .orElse(List.of());
        if (claimed.size() != 1
                || !claimed.get(0).run().dueAt().equals(due)
                || claimed.get(0).run().id().shard() != shard) {
            throw new IllegalStateException("claimed instead of a run due at " + due + ": " + claimed);
        }
        Run run = claimed.get(0).run();
        Run running = moved(run, new RunEvent.Start("worker", 1, due.plusSeconds(5)), due);
        Run ended = moved(running, new RunEvent.Report(1, new Outcome.Success(null)), due.plusSeconds(1));
        if (running.state() != RunState.RUNNING || ended.state() != RunState.SUCCEEDED) {
            throw new IllegalStateException("moved to " + running + " and " + ended);
        }
    }

    private static Run moved(Run run, RunEvent event, Instant now) {
        if (RunTransitions.decide(run, event, now, RetryPolicy.DEFAULT, 0, WRITE_ID) instanceof Decision.Moved moved) {
            return moved.run();
        }
        throw new IllegalStateException(event + " is refused for " + run);
    }
}
