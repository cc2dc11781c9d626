package io.carillon.engine.grid.wire;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.RunEntry;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One value of every type. Writing them once at start makes every schema known to the whole cluster before the first
 * real value: otherwise its thread would wait for all members.
 */
public final class WireSamples {

    private static final UUID WRITE = new UUID(0, 0);
    private static final JobId JOB = new JobId(WRITE);
    private static final RunId RUN = RunId.of(JOB, Instant.EPOCH, Trigger.SCHEDULE, null);
    private static final Principal NOBODY = Principal.ANONYMOUS;
    private static final HttpTarget HTTP = new HttpTarget("http://localhost/", "POST", Map.of());
    private static final Backoff STEPS = Backoff.Steps.DEFAULT;
    private static final Backoff EXPONENTIAL = Backoff.Exponential.from(Duration.ofSeconds(1));

    private WireSamples() {}

    public static List<Object> all() {
        Run run = Run.claimed(RUN, JOB, 1, Trigger.SCHEDULE, "owner", "pool", Instant.EPOCH, Instant.EPOCH, WRITE);
        return List.of(
                JobEntry.durable(job(new ScheduleSpec.OneOff(Instant.EPOCH), STEPS)),
                JobEntry.durable(job(new ScheduleSpec.Cron("0 * * * *", "UTC"), EXPONENTIAL)),
                JobEntry.durable(job(new ScheduleSpec.Every(Duration.ofSeconds(1), Instant.EPOCH), STEPS)),
                RunEntry.durable(run),
                new JobCommand.Create(NOBODY, JOB, definition(new ScheduleSpec.OneOff(Instant.EPOCH), STEPS)),
                new JobCommand.Replace(
                        NOBODY,
                        JOB,
                        definition(new ScheduleSpec.OneOff(Instant.EPOCH), STEPS),
                        JobCommand.Replace.Existence.ANY,
                        List.of(1L)),
                new JobCommand.Delete(NOBODY, JOB, false),
                new JobCommand.Pause(NOBODY, JOB, false),
                new JobCommand.Resume(NOBODY, JOB),
                new JobCommand.TriggerNow(NOBODY, JOB, null, ""),
                new JobCommand.Backfill(NOBODY, JOB, List.of(Instant.EPOCH), ""),
                new JobCommand.CancelRun(NOBODY, RUN),
                new JobCommand.RedriveRun(NOBODY, RUN),
                new RunCommand.Start(RUN, "worker", Instant.EPOCH),
                new RunCommand.Accept(RUN, 1),
                new RunCommand.Report(RUN, 1, new Outcome.Success(null)),
                new RunCommand.Report(
                        RUN, 1, new Outcome.Failure(FailureKind.RETRYABLE, new AttemptError("", "", null), null)),
                new RunCommand.Report(RUN, 1, new Outcome.Cancelled()),
                new RunCommand.HandBack(RUN, 1),
                new RunCommand.Held(RUN, 1, "worker"),
                new RunCommand.Explain(RUN),
                new JobReply.Created(JOB, 1, null, false),
                new JobReply.Replaced(JOB, 1, JobReply.Replaced.How.CHANGED),
                new JobReply.Done(),
                new JobReply.Triggered(RUN),
                new JobReply.Refused(JobReply.Refusal.NOT_FOUND, ""),
                new RunReply.Granted(new Assignment(run, "name", "handler", null, HTTP, Duration.ZERO, Duration.ZERO)),
                new RunReply.NotGranted(),
                new RunReply.Accepted(),
                new RunReply.Already(),
                new RunReply.Stale(),
                new RunReply.Noted(),
                new RunReply.Cancelling(),
                new RunReply.Retry(),
                new RunReply.Waits(RunReply.Waits.For.ANOTHER_RUN, null));
    }

    private static Job job(ScheduleSpec schedule, Backoff backoff) {
        return new Job(
                JOB,
                1,
                JobStatus.ACTIVE,
                definition(schedule, backoff),
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                1,
                WRITE);
    }

    private static JobDefinition definition(ScheduleSpec schedule, Backoff backoff) {
        return new JobDefinition(
                "name",
                null,
                "owner",
                schedule,
                null,
                "pool",
                "handler",
                HTTP,
                new RetryPolicy(0, backoff),
                Duration.ZERO,
                null,
                MisfirePolicy.RUN_ONCE,
                Duration.ZERO,
                OverlapPolicy.ALLOW,
                Timing.DEFAULT,
                null,
                0,
                null,
                null,
                Map.of());
    }
}
