package io.carillon.gateway.api;

import io.carillon.domain.job.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A job as its author wrote it: every field of the right kind, none judged yet. Null: not given.
 *
 * @param schedule cron text or {@code @every}
 */
public record JobDraft(
        @Nullable String name,
        @Nullable String key,
        @Nullable String ownerId,
        @Nullable String schedule,
        @Nullable Instant runAt,
        @Nullable String timeZone,
        @Nullable Payload payload,
        @Nullable String pool,
        @Nullable String handler,
        @Nullable Http http,
        @Nullable Retry retry,
        @Nullable Duration timeout,
        @Nullable Duration startBefore,
        @Nullable String misfire,
        @Nullable Duration misfireAfter,
        @Nullable String overlap,
        @Nullable String timing,
        @Nullable Duration jitter,
        @Nullable Integer priority,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        @Nullable Map<String, String> labels) {

    public record Http(
            @Nullable String url,
            @Nullable String method,
            @Nullable Map<String, String> headers) {

        /** Without values of headers, and without the URL's query: credentials stay out of logs. */
        @Override
        public String toString() {
            return "Http[" + method + " " + (url == null ? null : url.replaceFirst("[?#].*", "")) + ", headers="
                    + (headers == null ? null : new TreeSet<>(headers.keySet())) + "]";
        }
    }

    /** @param jitter of any form of backoff that has none of its own */
    public record Retry(
            @Nullable Integer max,
            @Nullable Backoff backoff,
            @Nullable Double jitter) {}

    public sealed interface Backoff {}

    public record Delays(List<Duration> delays) implements Backoff {
        public Delays {
            delays = List.copyOf(delays);
        }
    }

    public record Growing(
            @Nullable Duration initial,
            @Nullable Double factor,
            @Nullable Duration max,
            @Nullable Double jitter) implements Backoff {}
}
