package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.Progress;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.RunNotes;
import io.carillon.domain.store.RunView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Jobs and runs to show. */
public final class Samples {

    public static final JobId PLAIN = JobId.parse("01890000-0000-7000-8000-000000000001");
    public static final JobId FULL = JobId.parse("01890000-0000-7000-8000-000000000002");
    public static final Instant CREATED = Instant.parse("2026-02-28T08:30:00.5Z");
    public static final Instant NOMINAL = Instant.parse("2026-03-01T09:00:00Z");
    public static final RunId RETRIED = RunId.of(FULL, NOMINAL, Trigger.SCHEDULE, null);
    public static final RunId DEAD = RunId.of(FULL, NOMINAL, Trigger.MANUAL, "by hand");
    public static final RunId WAITING = RunId.of(PLAIN, FixedTime.NOW.plusSeconds(60), Trigger.SCHEDULE, null);

    private static final UUID WRITE = new UUID(0, 1);

    private Samples() {}

    /** A one-off with every default. */
    public static JobView plain() {
        Instant runAt = FixedTime.NOW.plusSeconds(60);
        JobDefinition definition = new JobDefinition(
                "hello",
                null,
                "default",
                new ScheduleSpec.OneOff(runAt),
                null,
                "default",
                "hello",
                null,
                RetryPolicy.DEFAULT,
                Duration.ofMinutes(5),
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ofMinutes(5),
                OverlapPolicy.ALLOW,
                Timing.DEFAULT,
                null,
                5,
                null,
                null,
                Map.of());
        Job job = new Job(PLAIN, 1, JobStatus.ACTIVE, definition, CREATED, CREATED, runAt, runAt, 1, WRITE);
        return new JobView(job, null, false);
    }

    /** A cron job with every field set. */
    public static JobView full() {
        JobDefinition definition = new JobDefinition(
                "nightly \"report\"",
                "report-1",
                "acme",
                new ScheduleSpec.Cron("0 10 * * *", "Europe/Berlin"),
                Payload.ofJson("{\"a\" : [1.50, null]}"),
                "reports",
                "http",
                new HttpTarget("https://example.org/hook", "PUT", Map.of("X-B", "2", "X-A", "1")),
                new RetryPolicy(5, new Backoff.Exponential(Duration.ofMillis(1500), 3, Duration.ofMinutes(10), 0.5)),
                Duration.ofMillis(2500),
                Duration.ofMinutes(1),
                MisfirePolicy.RUN_ALL,
                Duration.ofSeconds(30),
                OverlapPolicy.QUEUE_ONE,
                Timing.FLEXIBLE,
                Duration.ofMinutes(2),
                9,
                Instant.parse("2026-01-01T00:00:00Z"),
                Instant.parse("2027-01-01T00:00:00Z"),
                Map.of("team", "blue"));
        Instant next = Instant.parse("2026-03-02T09:00:00Z");
        Job job =
                new Job(FULL, 7, JobStatus.PAUSED, definition, CREATED, NOMINAL, next, next.plusSeconds(17), 9, WRITE);
        return new JobView(job, retried().run(), false);
    }

    /** Failed once, then succeeded. */
    public static RunView retried() {
        Instant started = NOMINAL.plusMillis(12_345);
        Run run = new Run(
                RETRIED,
                FULL,
                7,
                Trigger.SCHEDULE,
                "acme",
                "reports",
                NOMINAL,
                NOMINAL.plusSeconds(2),
                RunState.SUCCEEDED,
                2,
                1,
                0,
                NOMINAL.plusSeconds(12),
                started,
                started.plusMillis(250),
                started.plusSeconds(60),
                43,
                "worker-2",
                AttemptEnd.SUCCEEDED,
                null,
                null,
                5,
                WRITE);
        AttemptError error = new AttemptError("java.io.IOException", "connection reset", null);
        AttemptRecord first = new AttemptRecord(
                RETRIED, 42, 1, "worker-1", NOMINAL.plusSeconds(2), NOMINAL.plusSeconds(3), AttemptEnd.FAILED, error);
        return new RunView(run, error, List.of(first), Payload.ofJson("{\"rows\":3}"), notes());
    }

    private static RunNotes notes() {
        return new RunNotes(
                new RunNotes.SaidProgress(43, NOMINAL.plusMillis(12_500), new Progress(0.25, "rows 1 to 3")),
                new RunNotes.SavedCheckpoint(42, NOMINAL.plusMillis(2_900), 17),
                List.of(new RunNotes.AttemptLog(42, 7, List.of(new LogLine(NOMINAL.plusMillis(2_500), "connecting")))));
    }

    /** Died of its third attempt. */
    public static DeadLetter dead() {
        Instant started = NOMINAL.plusSeconds(70);
        Run run = new Run(
                DEAD,
                FULL,
                7,
                Trigger.MANUAL,
                "acme",
                "reports",
                NOMINAL,
                NOMINAL,
                RunState.DEAD,
                3,
                2,
                0,
                NOMINAL.plusSeconds(70),
                started,
                started.plusSeconds(1),
                null,
                44,
                "worker-2",
                AttemptEnd.FAILED,
                "retries_exhausted",
                null,
                7,
                WRITE);
        return new DeadLetter(
                run, Payload.ofJson("{\"n\": 1}"), new AttemptError("java.io.IOException", "connection reset", null));
    }

    /** Claimed, due in a minute. */
    public static RunView waiting() {
        Instant due = FixedTime.NOW.plusSeconds(60);
        Run run = Run.claimed(WAITING, PLAIN, 1, Trigger.SCHEDULE, "default", "default", due, due, WRITE);
        return new RunView(run, null, List.of(), null);
    }
}
