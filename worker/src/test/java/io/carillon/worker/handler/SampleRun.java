package io.carillon.worker.handler;

import io.carillon.client.HttpTarget;
import io.carillon.client.RunTrigger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run whose answers are fixed; a test gives those that matter to it. */
public abstract class SampleRun implements RunContext {
    public static final UUID RUN = UUID.fromString("01890a5d-ac96-8000-8000-000000000001");
    public static final UUID JOB = UUID.fromString("01890a5d-ac96-7000-8000-000000000002");

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
    public @Nullable String payload() {
        return null;
    }

    @Override
    public byte @Nullable [] payloadUtf8() {
        String text = payload();
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public @Nullable HttpTarget http() {
        return null;
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

    @Override
    public Instant deadline() {
        return dueAt().plus(timeLeft());
    }

    @Override
    public void progress(double fraction, String message) {}

    @Override
    public void progress(String message) {}

    @Override
    public void log(String line) {}

    @Override
    public void checkpoint(byte[] state, Duration atMost) {}

    @Override
    public byte @Nullable [] lastCheckpoint() {
        return null;
    }
}
