package io.carillon.gateway.rest;

import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonWriter;
import io.carillon.gateway.json.MergePatch;
import java.util.TreeMap;

/** A definition as the body that would create it: what a patch changes. What it does not say is not there. */
final class JobBodyJson {

    private JobBodyJson() {}

    /** @param patch a time it gives takes the place of the job's, of whichever kind that is */
    static byte[] of(JobDefinition definition, MergePatch patch) {
        return JsonWriter.object(json -> {
            json.text("name", definition.name()).text("owner_id", definition.ownerId());
            if (definition.key() != null) {
                json.text("key", definition.key());
            }
            when(json, definition.schedule(), patch);
            if (definition.payload() != null) {
                json.raw("payload", definition.payload());
            }
            json.text("pool", definition.pool()).text("handler", definition.handler());
            HttpTarget http = definition.http();
            if (http != null) {
                json.object(
                        "http",
                        object -> object.text("url", http.url())
                                .text("method", http.method())
                                .object("headers", headers -> new TreeMap<>(http.headers()).forEach(headers::text)));
            }
            json.object("retry", retry -> retry(retry, definition.retry()))
                    .seconds("timeout_s", definition.timeout())
                    .text("misfire", Words.of(definition.misfire()))
                    .seconds("misfire_after_s", definition.misfireAfter())
                    .text("overlap", Words.of(definition.overlap()))
                    .number("priority", definition.priority())
                    .object("labels", labels -> new TreeMap<>(definition.labels()).forEach(labels::text));
            optional(json, definition);
        });
    }

    private static void when(JsonWriter json, ScheduleSpec schedule, MergePatch patch) {
        if (schedule instanceof ScheduleSpec.OneOff oneOff) {
            if (!patch.gives("schedule") || patch.mentions("run_at")) {
                json.instant("run_at", oneOff.runAt());
            }
        } else if (!patch.gives("run_at") || patch.mentions("schedule")) {
            json.text("schedule", Words.scheduleText(schedule));
        }
        if (schedule instanceof ScheduleSpec.Cron cron) {
            json.text("time_zone", cron.timeZone());
        }
    }

    /** The jitter of any backoff stands beside it, so that it can be changed alone. */
    private static void retry(JsonWriter json, RetryPolicy retry) {
        json.number("max", retry.retriesMax()).number("jitter", retry.backoff().jitter());
        if (retry.backoff() instanceof Backoff.Steps steps) {
            json.listOfSeconds("backoff", steps.delays());
        } else if (retry.backoff() instanceof Backoff.Exponential growing) {
            json.object(
                    "backoff",
                    object -> object.seconds("initial_s", growing.initial())
                            .number("factor", growing.factor())
                            .seconds("max_s", growing.max()));
        }
    }

    private static void optional(JsonWriter json, JobDefinition definition) {
        if (definition.startBefore() != null) {
            json.seconds("start_before_s", definition.startBefore());
        }
        String timing = Words.of(definition.timing());
        if (timing != null) {
            json.text("timing", timing);
        }
        if (definition.jitter() != null) {
            json.seconds("jitter_s", definition.jitter());
        }
        if (definition.startsAt() != null) {
            json.instant("starts_at", definition.startsAt());
        }
        if (definition.endsAt() != null) {
            json.instant("ends_at", definition.endsAt());
        }
    }
}
