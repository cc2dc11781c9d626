package io.carillon.verify.load;

import io.carillon.verify.evidence.Definition;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Definitions as REST takes them. What is left out of a definition is left out of the body. */
final class JobBodies {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double MILLIS_PER_SECOND = 1_000;

    private JobBodies() {}

    static ObjectNode whole(PlannedJob job) {
        Definition definition = job.definition();
        ObjectNode body = JSON.createObjectNode();
        body.put("name", definition.name());
        put(body, "owner_id", definition.owner());
        when(body, definition);
        body.set("payload", JSON.readTree(job.behaviour().toJson()));
        put(body, "pool", definition.pool());
        put(body, "handler", definition.handler());
        if (definition.url() != null) {
            body.putObject("http").put("url", definition.url());
        }
        retry(body, definition);
        seconds(body, "timeout_s", definition.timeout());
        seconds(body, "start_before_s", definition.startBefore());
        word(body, "misfire", definition.misfire());
        seconds(body, "misfire_after_s", definition.misfireAfter());
        word(body, "overlap", definition.overlap());
        word(body, "timing", definition.timing());
        seconds(body, "jitter_s", definition.jitter());
        if (definition.priority() != null) {
            body.put("priority", definition.priority());
        }
        put(body, "starts_at", text(definition.startsAt()));
        put(body, "ends_at", text(definition.endsAt()));
        return body;
    }

    /** A merge patch of the time alone. */
    static ObjectNode time(PlannedJob job) {
        ObjectNode body = JSON.createObjectNode();
        when(body, job.definition());
        return body;
    }

    static ObjectNode batch(List<PlannedJob> jobs) {
        ObjectNode body = JSON.createObjectNode();
        ArrayNode array = body.putArray("jobs");
        jobs.forEach(job -> array.add(whole(job)));
        return body;
    }

    private static void when(ObjectNode body, Definition definition) {
        put(body, "schedule", definition.schedule());
        put(body, "time_zone", definition.timeZone());
        put(body, "run_at", text(definition.runAt()));
    }

    private static void retry(ObjectNode body, Definition definition) {
        if (definition.retriesMax() == null && definition.backoff() == null) {
            return;
        }
        ObjectNode retry = body.putObject("retry");
        if (definition.retriesMax() != null) {
            retry.put("max", definition.retriesMax());
        }
        List<Duration> backoff = definition.backoff();
        if (backoff != null) {
            ArrayNode waits = retry.putArray("backoff");
            backoff.forEach(wait -> waits.add(wait.toMillis() / MILLIS_PER_SECOND));
        }
        if (definition.backoffJitter() != null) {
            retry.put("jitter", definition.backoffJitter());
        }
    }

    private static void put(ObjectNode body, String field, @Nullable String value) {
        if (value != null) {
            body.put(field, value);
        }
    }

    private static void word(ObjectNode body, String field, @Nullable Enum<?> value) {
        if (value != null) {
            body.put(field, value.name().toLowerCase(Locale.ROOT));
        }
    }

    private static void seconds(ObjectNode body, String field, @Nullable Duration value) {
        if (value != null) {
            body.put(field, value.toMillis() / MILLIS_PER_SECOND);
        }
    }

    private static @Nullable String text(@Nullable Object instant) {
        return instant == null ? null : instant.toString();
    }
}
