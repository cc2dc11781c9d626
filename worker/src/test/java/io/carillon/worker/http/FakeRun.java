package io.carillon.worker.http;

import io.carillon.client.HttpTarget;
import io.carillon.worker.handler.SampleRun;
import org.jspecify.annotations.Nullable;

/** A run of which only target and payload matter. */
final class FakeRun extends SampleRun {
    private final @Nullable HttpTarget http;
    private final @Nullable String payload;

    FakeRun(@Nullable HttpTarget http, @Nullable String payload) {
        this.http = http;
        this.payload = payload;
    }

    @Override
    public @Nullable HttpTarget http() {
        return http;
    }

    @Override
    public @Nullable String payload() {
        return payload;
    }
}
