package io.carillon.persistence.codec;

import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.Zones;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Definition to JSON: everything but the payload. Absent is what is null or empty; nothing is left out for being the
 * default, since defaults may change and a revision may not. Durations are decimal seconds, instants ISO-8601.
 *
 * <p>The same definition always gives the same text.
 */
final class DefinitionWriter {

    /** Raised when a reader must know that it reads something else. */
    static final int FORMAT = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator json;

    private DefinitionWriter(JsonGenerator json) {
        this.json = json;
    }

    static String write(JobDefinition definition) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            new DefinitionWriter(json).definition(definition);
        }
        return text.toString();
    }

    private void definition(JobDefinition d) {
        json.writeStartObject();
        json.writeNumberProperty("format", FORMAT);
        json.writeStringProperty("name", d.name());
        text("key", d.key());
        json.writeStringProperty("owner_id", d.ownerId());
        schedule(d.schedule());
        json.writeStringProperty("pool", d.pool());
        json.writeStringProperty("handler", d.handler());
        http(d.http());
        retry(d.retry());
        duration("timeout_s", d.timeout());
        duration("start_before_s", d.startBefore());
        constant("misfire", d.misfire());
        duration("misfire_after_s", d.misfireAfter());
        constant("overlap", d.overlap());
        constant("timing", d.timing());
        duration("jitter_s", d.jitter());
        json.writeNumberProperty("priority", d.priority());
        instant("starts_at", d.startsAt());
        instant("ends_at", d.endsAt());
        map("labels", d.labels());
        json.writeEndObject();
    }

    private void schedule(ScheduleSpec schedule) {
        json.writeObjectPropertyStart("schedule");
        if (schedule instanceof ScheduleSpec.OneOff oneOff) {
            json.writeStringProperty("type", "one_off");
            instant("run_at", oneOff.runAt());
        } else if (schedule instanceof ScheduleSpec.Cron cron) {
            json.writeStringProperty("type", "cron");
            json.writeStringProperty("expression", cron.expression());
            json.writeStringProperty("time_zone", cron.timeZone());
            if (cron.zoneEdition() != Zones.FIRST_EDITION) {
                json.writeNumberProperty("zone_edition", cron.zoneEdition());
            }
            RuleChange change = cron.ruleChange();
            if (change != null) {
                instant("rules_changed_at", change.at());
                json.writeNumberProperty("offset_before_s", change.before().getTotalSeconds());
            }
        } else if (schedule instanceof ScheduleSpec.Every every) {
            json.writeStringProperty("type", "every");
            duration("period_s", every.period());
            instant("anchor", every.anchor());
        } else {
            throw new IllegalStateException("unknown schedule " + schedule);
        }
        json.writeEndObject();
    }

    private void http(@Nullable HttpTarget http) {
        if (http == null) {
            return;
        }
        json.writeObjectPropertyStart("http");
        json.writeStringProperty("url", http.url());
        json.writeStringProperty("method", http.method());
        map("headers", http.headers());
        json.writeEndObject();
    }

    private void retry(RetryPolicy retry) {
        json.writeObjectPropertyStart("retry");
        json.writeNumberProperty("max", retry.retriesMax());
        Backoff backoff = retry.backoff();
        if (backoff instanceof Backoff.Steps steps) {
            json.writeArrayPropertyStart("steps_s");
            steps.delays().forEach(delay -> json.writeNumber(seconds(delay)));
            json.writeEndArray();
        } else if (backoff instanceof Backoff.Exponential exponential) {
            duration("initial_s", exponential.initial());
            json.writeNumberProperty("factor", exponential.factor());
            duration("max_s", exponential.max());
        } else {
            throw new IllegalStateException("unknown backoff " + backoff);
        }
        json.writeNumberProperty("jitter", backoff.jitter());
        json.writeEndObject();
    }

    private void text(String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }

    private void constant(String name, Enum<?> value) {
        json.writeStringProperty(name, value.name().toLowerCase(Locale.ROOT));
    }

    private void instant(String name, @Nullable Instant value) {
        if (value != null) {
            json.writeStringProperty(name, value.toString());
        }
    }

    private void duration(String name, @Nullable Duration value) {
        if (value != null) {
            json.writeNumberProperty(name, seconds(value));
        }
    }

    /** Sorted: the maps of a definition have no order of their own. */
    private void map(String name, Map<String, String> values) {
        if (values.isEmpty()) {
            return;
        }
        json.writeObjectPropertyStart(name);
        new TreeMap<>(values).forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    private static BigDecimal seconds(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.getSeconds());
        return duration.getNano() == 0
                ? seconds
                : seconds.add(BigDecimal.valueOf(duration.getNano(), 9)).stripTrailingZeros();
    }
}
