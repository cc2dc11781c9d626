package io.carillon.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to run and when. In a request, what is null is left to the cluster's default; in an answer, null means there is none.
 *
 * @param key unique within the owner
 * @param payload JSON text, at most 64 KiB in UTF-8
 * @param handler the name under which workers registered code; default: the job's name
 * @param timeout of one attempt
 * @param startBefore a run not started within this time of its due time ends
 * @param jitter the width of the window of {@link Timing#FLEXIBLE}
 * @param priority 0 to 9, 9 first
 * @param startsAt no occurrence before it
 * @param endsAt no occurrence at or after it
 */
public record JobSpec(
        String name,
        @Nullable String key,
        @Nullable String ownerId,
        When when,
        @Nullable String payload,
        @Nullable String pool,
        @Nullable String handler,
        @Nullable HttpTarget http,
        @Nullable RetrySpec retry,
        @Nullable Duration timeout,
        @Nullable Duration startBefore,
        @Nullable MisfirePolicy misfire,
        @Nullable Duration misfireAfter,
        @Nullable OverlapPolicy overlap,
        @Nullable Timing timing,
        @Nullable Duration jitter,
        @Nullable Integer priority,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        Map<String, String> labels) {
    public JobSpec {
        labels = Map.copyOf(labels);
    }

    /** Without the payload: it stays out of logs. */
    @Override
    public String toString() {
        return "JobSpec[name=" + name + ", key=" + key + ", ownerId=" + ownerId + ", when=" + when + ", pool=" + pool
                + ", handler=" + handler + ", http=" + http + ", payloadChars="
                + (payload == null ? 0 : payload.length()) + "]";
    }
}
