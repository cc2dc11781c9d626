package io.carillon.benchmarks;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Jobs and runs as they are in life, the same in every benchmark. */
final class Samples {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final String POOL = "default";
    static final String HANDLER = "send-mail";

    private static final String OWNER = "tenant-0001";
    private static final int PAYLOAD_BYTES = 200;
    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private Samples() {}

    /** A version 7 UUID of its own for each number; their low halves, and so their shards, are scattered. */
    static JobId jobId(int number) {
        long millis = START.toEpochMilli() + number / 100;
        return new JobId(new UUID((millis << 16) | VERSION_7 | (number % 100), VARIANT | ((number * SPREAD) >>> 2)));
    }

    static UUID writeId(int number) {
        return new UUID(VERSION_7 | number, VARIANT | ((~number * SPREAD) >>> 2));
    }

    /** A job planned through the given instant, with its next nominal time still to be found. */
    static Job job(int number, ScheduleSpec schedule, Instant through) {
        return new Job(
                jobId(number),
                1,
                JobStatus.ACTIVE,
                definition(schedule),
                START,
                through,
                null,
                null,
                1,
                writeId(number));
    }

    static JobDefinition definition(ScheduleSpec schedule) {
        return new JobDefinition(
                "welcome-mail",
                null,
                OWNER,
                schedule,
                payload(),
                POOL,
                HANDLER,
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
    }

    static Payload payload() {
        return Payload.ofJson("{\"to\":\"" + "x".repeat(PAYLOAD_BYTES - 9) + "\"}");
    }

    /** A one-off's run in its first attempt. */
    static Run running(int number, Instant dueAt) {
        JobId jobId = jobId(number);
        return new Run(
                RunId.of(jobId, dueAt, Trigger.SCHEDULE, null),
                jobId,
                1,
                Trigger.SCHEDULE,
                OWNER,
                POOL,
                dueAt,
                dueAt,
                RunState.RUNNING,
                1,
                0,
                0,
                null,
                dueAt.plusMillis(2),
                null,
                dueAt.plusSeconds(5),
                1_000_000L + number,
                "worker-7f3a-4711",
                AttemptEnd.OPEN,
                null,
                null,
                2,
                writeId(number));
    }
}
