package io.carillon.persistence.codec;

import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.Zones;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON to definition. Streams, since a gained shard reads them by the hundred thousand. Properties it does not know are
 * passed over: a newer member may write them. Used once.
 */
final class DefinitionReader {

    private static final JsonFactory JSON = new JsonFactory();
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final CommonValues<String> TEXTS = new CommonValues<>();
    private static final CommonValues<Duration> DURATIONS = new CommonValues<>();
    private static final CommonValues<RetryPolicy> RETRIES = new CommonValues<>();

    private final JsonParser json;

    private @Nullable String name;
    private @Nullable String key;
    private @Nullable String ownerId;
    private @Nullable ScheduleSpec schedule;
    private @Nullable String pool;
    private @Nullable String handler;
    private @Nullable HttpTarget http;
    private @Nullable RetryPolicy retry;
    private @Nullable Duration timeout;
    private @Nullable Duration startBefore;
    private @Nullable MisfirePolicy misfire;
    private @Nullable Duration misfireAfter;
    private @Nullable OverlapPolicy overlap;
    private @Nullable Timing timing;
    private @Nullable Duration jitter;
    private int priority;
    private @Nullable Instant startsAt;
    private @Nullable Instant endsAt;
    private Map<String, String> labels = Map.of();

    private DefinitionReader(JsonParser json) {
        this.json = json;
    }

    /** @throws RuntimeException if the text is not what {@link DefinitionWriter} writes */
    static JobDefinition read(String text, @Nullable Payload payload) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            return new DefinitionReader(json).definition(payload);
        }
    }

    private JobDefinition definition(@Nullable Payload payload) {
        json.nextToken();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String property = json.currentName();
            json.nextToken();
            property(property);
        }
        return new JobDefinition(
                required("name", name),
                key,
                required("owner_id", ownerId),
                required("schedule", schedule),
                payload,
                required("pool", pool),
                required("handler", handler),
                http,
                required("retry", retry),
                required("timeout_s", timeout),
                startBefore,
                required("misfire", misfire),
                required("misfire_after_s", misfireAfter),
                required("overlap", overlap),
                required("timing", timing),
                jitter,
                priority,
                startsAt,
                endsAt,
                labels);
    }

    private void property(String property) {
        switch (property) {
            case "format" -> requireFormat(json.getIntValue());
            case "name" -> name = json.getString();
            case "key" -> key = json.getString();
            case "owner_id" -> ownerId = TEXTS.same(json.getString());
            case "schedule" -> schedule = schedule();
            case "pool" -> pool = TEXTS.same(json.getString());
            case "handler" -> handler = TEXTS.same(json.getString());
            case "http" -> http = http();
            case "retry" -> retry = RETRIES.same(retry());
            case "timeout_s" -> timeout = DURATIONS.same(duration());
            case "start_before_s" -> startBefore = duration();
            case "misfire" -> misfire = constant(MisfirePolicy.class);
            case "misfire_after_s" -> misfireAfter = DURATIONS.same(duration());
            case "overlap" -> overlap = constant(OverlapPolicy.class);
            case "timing" -> timing = constant(Timing.class);
            case "jitter_s" -> jitter = duration();
            case "priority" -> priority = json.getIntValue();
            case "starts_at" -> startsAt = StoredInstant.parse(json.getString());
            case "ends_at" -> endsAt = StoredInstant.parse(json.getString());
            case "labels" -> labels = map();
            default -> json.skipChildren();
        }
    }

    private ScheduleSpec schedule() {
        String type = null;
        String expression = null;
        String timeZone = null;
        int zoneEdition = Zones.FIRST_EDITION;
        Instant changedAt = null;
        int offsetBefore = 0;
        Instant at = null;
        Duration period = null;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String property = json.currentName();
            json.nextToken();
            switch (property) {
                case "type" -> type = json.getString();
                case "expression" -> expression = TEXTS.same(json.getString());
                case "time_zone" -> timeZone = TEXTS.same(json.getString());
                case "zone_edition" -> zoneEdition = json.getIntValue();
                case "rules_changed_at" -> changedAt = StoredInstant.parse(json.getString());
                case "offset_before_s" -> offsetBefore = json.getIntValue();
                case "run_at", "anchor" -> at = StoredInstant.parse(json.getString());
                case "period_s" -> period = duration();
                default -> json.skipChildren();
            }
        }
        return switch (required("schedule.type", type)) {
            case "one_off" -> new ScheduleSpec.OneOff(required("run_at", at));
            case "cron" ->
                new ScheduleSpec.Cron(
                        required("expression", expression),
                        required("time_zone", timeZone),
                        zoneEdition,
                        changedAt == null ? null : new RuleChange(changedAt, ZoneOffset.ofTotalSeconds(offsetBefore)));
            case "every" -> new ScheduleSpec.Every(required("period_s", period), required("anchor", at));
            default -> throw new IllegalArgumentException("unknown schedule type " + type);
        };
    }

    private HttpTarget http() {
        String url = null;
        String method = null;
        Map<String, String> headers = Map.of();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String property = json.currentName();
            json.nextToken();
            switch (property) {
                case "url" -> url = json.getString();
                case "method" -> method = json.getString();
                case "headers" -> headers = map();
                default -> json.skipChildren();
            }
        }
        return new HttpTarget(required("url", url), required("method", method), headers);
    }

    private RetryPolicy retry() {
        int retriesMax = 0;
        List<Duration> steps = null;
        Duration initial = null;
        double factor = 0;
        Duration longest = null;
        double spread = 0;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String property = json.currentName();
            json.nextToken();
            switch (property) {
                case "max" -> retriesMax = json.getIntValue();
                case "steps_s" -> steps = durations();
                case "initial_s" -> initial = duration();
                case "factor" -> factor = json.getDoubleValue();
                case "max_s" -> longest = duration();
                case "jitter" -> spread = json.getDoubleValue();
                default -> json.skipChildren();
            }
        }
        Backoff backoff = steps != null
                ? new Backoff.Steps(steps, spread)
                : new Backoff.Exponential(required("initial_s", initial), factor, required("max_s", longest), spread);
        return new RetryPolicy(retriesMax, backoff);
    }

    private List<Duration> durations() {
        List<Duration> durations = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            durations.add(duration());
        }
        return durations;
    }

    private Map<String, String> map() {
        Map<String, String> map = new HashMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String entry = json.currentName();
            json.nextToken();
            map.put(entry, json.getString());
        }
        return map;
    }

    private Duration duration() {
        if (json.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return Duration.ofSeconds(json.getLongValue());
        }
        BigDecimal[] parts = json.getDecimalValue().divideAndRemainder(BigDecimal.ONE);
        long nanos = parts[1].multiply(BigDecimal.valueOf(NANOS_PER_SECOND)).longValueExact();
        return Duration.ofSeconds(parts[0].longValueExact(), nanos);
    }

    private <E extends Enum<E>> E constant(Class<E> type) {
        return Enum.valueOf(type, json.getString().toUpperCase(Locale.ROOT));
    }

    private static void requireFormat(int format) {
        if (format != DefinitionWriter.FORMAT) {
            throw new IllegalArgumentException(
                    "definition of format " + format + "; this build reads " + DefinitionWriter.FORMAT);
        }
    }

    private static <T> T required(String property, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("a stored definition lacks " + property);
        }
        return value;
    }
}
