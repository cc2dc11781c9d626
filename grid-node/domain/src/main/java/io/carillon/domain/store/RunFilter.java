package io.carillon.domain.store;

import io.carillon.domain.id.JobId;
import io.carillon.domain.run.RunStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which runs to list; null matches all. {@code from} inclusive and {@code to} exclusive bound the nominal time. */
public record RunFilter(
        @Nullable JobId jobId,
        @Nullable String ownerId,
        @Nullable String pool,
        @Nullable RunStatus status,
        @Nullable Instant from,
        @Nullable Instant to) {}
