package io.carillon.gateway.grpc;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.Assignment;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Started attempts for tests. */
final class Assigned {

    static final Instant NOMINAL = Instant.parse("2026-03-01T12:00:00Z");

    private Assigned() {}

    static JobId job(int number) {
        return new JobId(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L | number));
    }

    static RunId run(int number) {
        return RunId.of(job(number), NOMINAL, Trigger.SCHEDULE, null);
    }

    static Assignment attempt(int number, long token) {
        return attempt(number, token, null, null);
    }

    static Assignment attempt(int number, long token, @Nullable Payload payload, @Nullable HttpTarget http) {
        Run run = new Run(
                run(number),
                job(number),
                4,
                Trigger.SCHEDULE,
                "acme",
                "default",
                NOMINAL,
                NOMINAL.plusSeconds(3),
                RunState.RUNNING,
                2,
                1,
                0,
                null,
                NOMINAL.plusSeconds(4),
                null,
                NOMINAL.plusSeconds(9),
                token,
                "w1",
                AttemptEnd.OPEN,
                null,
                null,
                3,
                new UUID(0, 1));
        return new Assignment(run, "job " + number, "h", payload, http, Duration.ofMinutes(5), Duration.ofMinutes(1));
    }
}
