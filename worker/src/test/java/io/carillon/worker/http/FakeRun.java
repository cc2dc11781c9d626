package io.carillon.worker.http;

import io.carillon.client.HttpTarget;
import io.carillon.client.RunTrigger;
import io.carillon.worker.handler.RunContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run of which only target and payload matter. */
record FakeRun(@Nullable HttpTarget http, @Nullable String payload) implements RunContext {
    static final UUID RUN = UUID.fromString("01890a5d-ac96-8000-8000-000000000001");
    static final UUID JOB = UUID.fromString("01890a5d-ac96-7000-8000-000000000002");

    @Override
    public UUID runId() {
        return RUN;
    }

    @Override
    public UUID jobId() {
        return JOB;
    }

    @Override
    public String jobName() {
        return "ping";
    }

    @Override
    public String ownerId() {
        return "acme";
    }

    @Override
    public String handler() {
        return "http";
    }

    @Override
    public int attempt() {
        return 2;
    }

    @Override
    public long fencingToken() {
        return 77;
    }

    @Override
    public long revision() {
        return 1;
    }

    @Override
    public RunTrigger trigger() {
        return RunTrigger.SCHEDULE;
    }

    @Override
    public Instant nominalAt() {
        return Instant.parse("2027-01-01T00:00:00Z");
    }

    @Override
    public Instant dueAt() {
        return Instant.parse("2027-01-01T00:00:05Z");
    }

    @Override
    public byte @Nullable [] payloadUtf8() {
        return payload == null ? null : payload.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Duration timeLeft() {
        return Duration.ofSeconds(30);
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean leaseStillValid() {
        return true;
    }
}
