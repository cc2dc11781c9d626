package io.carillon.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job to be created. Only the name and the time are required; the cluster judges the rest.
 *
 * <pre>{@code
 * JobRequest.named("nightly-report")
 *         .cron("0 3 * * *", ZoneId.of("Europe/Berlin"))
 *         .payload("{\"format\":\"pdf\"}")
 *         .retry(RetrySpec.times(5))
 *         .build();
 * }</pre>
 *
 * @param jobId null: the client chooses one for each time the request is passed to it
 */
public record JobRequest(@Nullable UUID jobId, JobSpec spec) {

    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Not thread-safe. */
    public static final class Builder {
        private final String name;
        private @Nullable UUID jobId;
        private @Nullable String key;
        private @Nullable String ownerId;
        private @Nullable When when;
        private @Nullable String payload;
        private @Nullable String pool;
        private @Nullable String handler;
        private @Nullable HttpTarget http;
        private @Nullable RetrySpec retry;
        private @Nullable Duration timeout;
        private @Nullable Duration startBefore;
        private @Nullable MisfirePolicy misfire;
        private @Nullable Duration misfireAfter;
        private @Nullable OverlapPolicy overlap;
        private @Nullable Timing timing;
        private @Nullable Duration jitter;
        private @Nullable Integer priority;
        private @Nullable Instant startsAt;
        private @Nullable Instant endsAt;
        private final Map<String, String> labels = new LinkedHashMap<>();

        private Builder(String name) {
            this.name = Objects.requireNonNull(name, "name");
        }

        /** Creating a job again under the same id and with the same definition is harmless. */
        public Builder jobId(UUID id) {
            jobId = id;
            return this;
        }

        /** A name of the user's own, unique within the owner. */
        public Builder key(String unique) {
            key = unique;
            return this;
        }

        public Builder owner(String id) {
            ownerId = id;
            return this;
        }

        public Builder oneOff(Instant at) {
            when = new When.Once(at);
            return this;
        }

        /** In UTC. */
        public Builder cron(String expression) {
            when = new When.Repeated(expression, null);
            return this;
        }

        public Builder cron(String expression, ZoneId zone) {
            when = new When.Repeated(expression, zone.getId());
            return this;
        }

        /** At a fixed rate from the job's creation, in whole seconds. */
        public Builder every(Duration period) {
            when = new When.Repeated("@every " + period.toSeconds() + "s", null);
            return this;
        }

        /** JSON text, at most 64 KiB in UTF-8. */
        public Builder payload(String json) {
            payload = json;
            return this;
        }

        public Builder pool(String name) {
            pool = name;
            return this;
        }

        /** The name under which workers registered code; default: the job's name. */
        public Builder handler(String name) {
            handler = name;
            return this;
        }

        public Builder http(HttpTarget target) {
            http = target;
            return this;
        }

        public Builder retry(RetrySpec spec) {
            retry = spec;
            return this;
        }

        /** Of one attempt. */
        public Builder timeout(Duration longest) {
            timeout = longest;
            return this;
        }

        /** A run not started within this time of its due time ends. */
        public Builder startBefore(Duration latest) {
            startBefore = latest;
            return this;
        }

        public Builder misfire(MisfirePolicy policy) {
            misfire = policy;
            return this;
        }

        /** How late an occurrence may be before the misfire policy applies. */
        public Builder misfireAfter(Duration lateness) {
            misfireAfter = lateness;
            return this;
        }

        public Builder overlap(OverlapPolicy policy) {
            overlap = policy;
            return this;
        }

        public Builder timing(Timing exactOrFlexible) {
            timing = exactOrFlexible;
            return this;
        }

        /** The width of the window in which flexible runs are spread. */
        public Builder jitter(Duration window) {
            jitter = window;
            return this;
        }

        /** 0 to 9, 9 first; default 5. */
        public Builder priority(int level) {
            priority = level;
            return this;
        }

        public Builder startsAt(Instant earliest) {
            startsAt = earliest;
            return this;
        }

        /** No occurrence at or after it. */
        public Builder endsAt(Instant end) {
            endsAt = end;
            return this;
        }

        public Builder label(String label, String value) {
            labels.put(label, value);
            return this;
        }

        /** @throws IllegalStateException without a time */
        public JobRequest build() {
            When time = when;
            if (time == null) {
                throw new IllegalStateException("a job needs oneOff, cron or every");
            }
            return new JobRequest(
                    jobId,
                    new JobSpec(
                            name,
                            key,
                            ownerId,
                            time,
                            payload,
                            pool,
                            handler,
                            http,
                            retry,
                            timeout,
                            startBefore,
                            misfire,
                            misfireAfter,
                            overlap,
                            timing,
                            jitter,
                            priority,
                            startsAt,
                            endsAt,
                            labels));
        }
    }
}
