package io.carillon.client;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run of a job now, beside its schedule.
 *
 * @param payload JSON text in place of the job's own; null: the job's
 * @param requestId the same id on the same job names the same run; null: the client chooses one for each time the request
 *     is passed to it
 */
public record TriggerRequest(
        UUID jobId, @Nullable String payload, @Nullable String requestId) {

    public static TriggerRequest of(UUID jobId) {
        return new TriggerRequest(jobId, null, null);
    }

    public TriggerRequest withPayload(String json) {
        return new TriggerRequest(jobId, json, requestId);
    }

    public TriggerRequest withRequestId(String id) {
        return new TriggerRequest(jobId, payload, id);
    }
}
