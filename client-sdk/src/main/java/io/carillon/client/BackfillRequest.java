package io.carillon.client;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A window that has passed, for each occurrence of which a job is to run.
 *
 * @param from first nominal time of the window
 * @param to its end, not in it and not in the future
 * @param limit 1 to 10,000 occurrences
 * @param requestId the same id on the same job makes each run once; null: the client chooses one for each time the request
 *     is passed to it
 */
public record BackfillRequest(
        UUID jobId,
        Instant from,
        Instant to,
        int limit,
        @Nullable String requestId) {

    public static final int LIMIT_DEFAULT = 1_000;

    public static BackfillRequest of(UUID jobId, Instant from, Instant to) {
        return new BackfillRequest(jobId, from, to, LIMIT_DEFAULT, null);
    }

    public BackfillRequest withLimit(int most) {
        return new BackfillRequest(jobId, from, to, most, requestId);
    }

    public BackfillRequest withRequestId(String id) {
        return new BackfillRequest(jobId, from, to, limit, id);
    }
}
