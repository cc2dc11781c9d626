package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.gateway.api.JobDraft;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /jobs}.
 *
 * @param jobId chosen by the client; null: the grid chooses
 * @param violations fields of a wrong kind, unknown fields
 */
record JobBody(@Nullable JobId jobId, JobDraft draft, Violations violations) {

    static JobBody parse(byte[] json) {
        Violations violations = new Violations();
        return of(JsonFields.of(json, violations), violations);
    }

    /** @param violations those of the fields */
    static JobBody of(JsonFields fields, Violations violations) {
        JobId jobId = jobId(fields);
        JobDraft draft = new JobDraft(
                fields.text("name"),
                fields.text("key"),
                fields.text("owner_id"),
                fields.text("schedule"),
                fields.instant("run_at"),
                fields.text("time_zone"),
                fields.raw("payload"),
                fields.text("pool"),
                fields.text("handler"),
                http(fields),
                retry(fields),
                fields.seconds("timeout_s"),
                fields.seconds("start_before_s"),
                fields.text("misfire"),
                fields.seconds("misfire_after_s"),
                fields.text("overlap"),
                fields.text("timing"),
                fields.seconds("jitter_s"),
                fields.integer("priority"),
                fields.instant("starts_at"),
                fields.instant("ends_at"),
                fields.texts("labels"));
        fields.refuseUnknown();
        return new JobBody(jobId, draft, violations);
    }

    private static @Nullable JobId jobId(JsonFields fields) {
        String text = fields.text("job_id");
        try {
            return text == null ? null : JobId.parse(text);
        } catch (IllegalArgumentException e) {
            fields.refuse("job_id", "must be a UUID");
            return null;
        }
    }

    private static JobDraft.@Nullable Http http(JsonFields fields) {
        JsonFields http = fields.object("http");
        if (http == null) {
            return null;
        }
        JobDraft.Http draft = new JobDraft.Http(http.text("url"), http.text("method"), http.texts("headers"));
        http.refuseUnknown();
        return draft;
    }

    private static JobDraft.@Nullable Retry retry(JsonFields fields) {
        JsonFields retry = fields.object("retry");
        if (retry == null) {
            return null;
        }
        JobDraft.Retry draft = new JobDraft.Retry(retry.integer("max"), backoff(retry), retry.number("jitter"));
        retry.refuseUnknown();
        return draft;
    }

    /** A list of seconds, a number of seconds that doubles, or an object that says it all. */
    private static JobDraft.@Nullable Backoff backoff(JsonFields retry) {
        if (retry.isArray("backoff")) {
            return new JobDraft.Delays(retry.listOfSeconds("backoff"));
        }
        if (retry.isNumber("backoff")) {
            return new JobDraft.Growing(retry.seconds("backoff"), null, null, null);
        }
        if (retry.isObject("backoff")) {
            JsonFields growing = retry.object("backoff");
            if (growing != null) {
                JobDraft.Backoff draft = new JobDraft.Growing(
                        growing.seconds("initial_s"),
                        growing.number("factor"),
                        growing.seconds("max_s"),
                        growing.number("jitter"));
                growing.refuseUnknown();
                return draft;
            }
        }
        if (retry.isGiven("backoff")) {
            retry.refuse("backoff", "must be an array of seconds, a number of seconds, or an object");
        }
        return null;
    }
}
