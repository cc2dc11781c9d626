package io.carillon.gateway.rest;

import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.RunView;
import io.carillon.gateway.api.RunAttempts;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run as REST shows it. */
final class RunJson {

    private RunJson() {}

    /** As lists show it. */
    static void write(JsonWriter json, RunView view, Instant now) {
        Run run = view.run();
        json.text("run_id", run.id().toString())
                .text("job_id", run.jobId().toString())
                .number("revision", run.revision())
                .text("status", Words.of(RunStatus.of(run, now)))
                .bool("terminal", run.state().terminal())
                .number("attempt", run.attempt())
                .text("trigger", Words.of(run.trigger()))
                .instant("nominal_at", run.nominalAt())
                .instant("due_at", run.dueAt())
                .instant("started_at", run.startedAt())
                .instant("ended_at", run.endedAt())
                .text("worker_id", run.workerId());
        token(json, run.fencingToken());
        json.instant("retry_at", run.state() == RunState.WAITING ? run.retryAt() : null)
                .text("reason", run.reason());
        error(json, view.lastError());
    }

    /** With its attempts and its result. */
    static void writeWhole(JsonWriter json, RunView view, Instant now) {
        write(json, view, now);
        json.objects("attempts", RunAttempts.of(view), RunJson::attempt).raw("result", view.result());
    }

    private static void attempt(JsonWriter json, RunAttempts.Shown attempt) {
        json.number("attempt", attempt.attempt()).text("worker_id", attempt.workerId());
        token(json, attempt.fencingToken());
        json.instant("started_at", attempt.startedAt())
                .instant("ended_at", attempt.endedAt())
                .text("end", Words.of(attempt.end()));
        error(json, attempt.error());
    }

    /** Null before the first attempt. */
    private static void token(JsonWriter json, long token) {
        if (token == 0) {
            json.nothing("fencing_token");
        } else {
            json.number("fencing_token", token);
        }
    }

    private static void error(JsonWriter json, @Nullable AttemptError error) {
        if (error == null) {
            json.nothing("error");
            return;
        }
        json.object(
                "error",
                object -> object.text("type", error.type())
                        .text("message", error.message())
                        .text("stack", error.stack()));
    }
}
