package io.carillon.gateway.rest;

import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobView;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonWriter;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A job as REST shows it. */
final class JobJson {

    private JobJson() {}

    /** @param now tells what the last run is doing, and whether the job is late */
    static void write(JsonWriter json, JobView view, Instant now) {
        Job job = view.job();
        JobDefinition definition = job.definition();
        json.text("job_id", job.id().toString())
                .text("owner_id", definition.ownerId())
                .text("key", definition.key())
                .text("name", definition.name())
                .text("status", Words.jobStatus(view))
                .number("revision", job.revision())
                .instant("created_at", job.createdAt());
        when(json, definition.schedule());
        json.instant("next_run_at", job.nextDueAt())
                .instant("next_nominal_at", job.nextNominalAt())
                .seconds("jitter_s", view.jitter())
                .instant("catching_up_from", ClaimPlanner.isCatchingUp(job, now) ? job.nextNominalAt() : null)
                .raw("payload", definition.payload())
                .text("pool", definition.pool())
                .text("handler", definition.handler());
        http(json, definition.http());
        json.object("retry", retry -> retry(retry, definition.retry()))
                .seconds("timeout_s", definition.timeout())
                .seconds("start_before_s", definition.startBefore())
                .text("misfire", Words.of(definition.misfire()))
                .seconds("misfire_after_s", definition.misfireAfter())
                .text("overlap", Words.of(definition.overlap()))
                .text("timing", Words.of(definition.timing()))
                .number("priority", definition.priority())
                .instant("starts_at", definition.startsAt())
                .instant("ends_at", definition.endsAt())
                .object("labels", labels -> new TreeMap<>(definition.labels()).forEach(labels::text));
        lastRun(json, view.lastRun(), now);
    }

    private static void when(JsonWriter json, ScheduleSpec schedule) {
        json.text("schedule", Words.scheduleText(schedule));
        json.text("time_zone", Words.timeZone(schedule));
        json.instant("run_at", schedule instanceof ScheduleSpec.OneOff oneOff ? oneOff.runAt() : null);
    }

    private static void http(JsonWriter json, @Nullable HttpTarget http) {
        if (http == null) {
            json.nothing("http");
            return;
        }
        json.object(
                "http",
                object -> object.text("url", http.url())
                        .text("method", http.method())
                        .object("headers", headers -> new TreeMap<>(http.headers()).forEach(headers::text)));
    }

    /** In the shortest form that says the same. */
    private static void retry(JsonWriter json, RetryPolicy retry) {
        json.number("max", retry.retriesMax());
        Backoff backoff = retry.backoff();
        if (backoff instanceof Backoff.Steps steps) {
            json.listOfSeconds("backoff", steps.delays());
            if (steps.jitter() != Backoff.JITTER_DEFAULT) {
                json.number("jitter", steps.jitter());
            }
            return;
        }
        Backoff.Exponential growing = (Backoff.Exponential) backoff;
        if (Words.isPlain(growing)) {
            json.seconds("backoff", growing.initial());
            return;
        }
        json.object(
                "backoff",
                object -> object.seconds("initial_s", growing.initial())
                        .number("factor", growing.factor())
                        .seconds("max_s", growing.max())
                        .number("jitter", growing.jitter()));
    }

    private static void lastRun(JsonWriter json, @Nullable Run run, Instant now) {
        if (run == null) {
            json.nothing("last_run");
            return;
        }
        json.object(
                "last_run",
                object -> object.text("run_id", run.id().toString())
                        .text("status", Words.of(RunStatus.of(run, now)))
                        .instant("started_at", run.startedAt()));
    }
}
