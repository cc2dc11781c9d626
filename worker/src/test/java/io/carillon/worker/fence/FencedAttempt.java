package io.carillon.worker.fence;

import io.carillon.worker.handler.SampleRun;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** An attempt of which only the run and the token matter. */
final class FencedAttempt extends SampleRun {
    private final UUID run;
    private final long token;

    FencedAttempt(String run, long token) {
        this.run = UUID.nameUUIDFromBytes(run.getBytes(StandardCharsets.UTF_8));
        this.token = token;
    }

    @Override
    public UUID runId() {
        return run;
    }

    @Override
    public long fencingToken() {
        return token;
    }
}
