package io.carillon.engine.grid;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.plan.JobChange;
import io.carillon.domain.plan.NewRun;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RunWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Jobs and runs for grid tests, told apart by small numbers. */
public final class Samples {

    public static final Instant DUE = Instant.parse("2026-05-01T12:00:00Z");

    private static final JobDefinition DEFINITION = new JobDefinition(
            "name",
            null,
            "acme",
            new ScheduleSpec.OneOff(DUE),
            null,
            "pool",
            "handler",
            null,
            RetryPolicy.DEFAULT,
            Duration.ofSeconds(300),
            null,
            MisfirePolicy.RUN_ONCE,
            Duration.ofSeconds(60),
            OverlapPolicy.ALLOW,
            Timing.DEFAULT,
            null,
            5,
            null,
            null,
            Map.of());

    private Samples() {}

    public static UUID writeId(long n) {
        return new UUID(0x4000L, n);
    }

    /** The {@code n}th id whose job belongs to this shard. */
    public static JobId jobOf(int shard, int n) {
        int found = -1;
        for (long i = 0; ; i++) {
            JobId id = new JobId(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L + i));
            if (id.shard() == shard && ++found == n) {
                return id;
            }
        }
    }

    /** This many ids of the shard. */
    public static List<JobId> jobsOf(int shard, int count) {
        List<JobId> ids = new ArrayList<>();
        for (long i = 0; ids.size() < count; i++) {
            JobId id = new JobId(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L + i));
            if (id.shard() == shard) {
                ids.add(id);
            }
        }
        return ids;
    }

    public static Job job(JobId id, long version, UUID writeId) {
        return new Job(id, 1, JobStatus.ACTIVE, DEFINITION, DUE, DUE, null, null, version, writeId);
    }

    public static RunId runOf(JobId job) {
        return RunId.of(job, DUE, Trigger.SCHEDULE, null);
    }

    public static Run waiting(JobId job, UUID writeId) {
        return Run.claimed(runOf(job), job, 1, Trigger.SCHEDULE, "acme", "pool", DUE, DUE, writeId);
    }

    public static Run running(Run before, long token, UUID writeId) {
        return moved(before, RunState.RUNNING, token, writeId);
    }

    public static Run succeeded(Run before, UUID writeId) {
        return moved(before, RunState.SUCCEEDED, before.fencingToken(), writeId);
    }

    private static Run moved(Run before, RunState state, long token, UUID writeId) {
        return new Run(
                before.id(),
                before.jobId(),
                before.revision(),
                before.trigger(),
                before.ownerId(),
                before.pool(),
                before.nominalAt(),
                before.dueAt(),
                state,
                1,
                0,
                0,
                null,
                DUE,
                state.terminal() ? DUE : null,
                DUE,
                token,
                "worker-1",
                state.terminal() ? AttemptEnd.SUCCEEDED : AttemptEnd.OPEN,
                null,
                null,
                before.version() + 1,
                writeId);
    }

    /** A change of this job to {@code version}, which claims a run. */
    public static JobWrite claim(long epoch, JobId job, long version, UUID writeId) {
        return new JobWrite(
                epoch,
                version - 1,
                new JobChange(
                        job(job, version, writeId),
                        version == 1,
                        List.of(NewRun.owed(waiting(job, writeId))),
                        List.of(),
                        List.of()));
    }

    public static RunWrite write(long epoch, Run run) {
        return new RunWrite(epoch, run, null, null, false);
    }
}
