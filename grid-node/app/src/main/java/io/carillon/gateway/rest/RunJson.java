package io.carillon.gateway.rest;

import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.RunNotes;
import io.carillon.domain.store.RunView;
import io.carillon.gateway.api.RunAttempts;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
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
                .text("reason", run.reasonShown());
        error(json, view.lastError());
    }

    /** With its attempts and its result. */
    static void writeWhole(JsonWriter json, RunView view, Instant now) {
        write(json, view, now);
        List<RunAttempts.Shown> attempts = RunAttempts.of(view);
        json.objects("attempts", attempts, RunJson::attempt).raw("result", view.result());
        progress(json, view.notes().progress());
        checkpoint(json, view.notes().checkpoint());
        json.objects("logs", view.notes().logs(), (each, log) -> log(each, log, attempts));
    }

    private static void progress(JsonWriter json, RunNotes.@Nullable SaidProgress progress) {
        if (progress == null) {
            json.nothing("progress");
            return;
        }
        json.object("progress", object -> {
            Double fraction = progress.progress().fraction();
            if (fraction == null) {
                object.nothing("fraction");
            } else {
                object.number("fraction", fraction.doubleValue());
            }
            object.text("message", progress.progress().message())
                    .instant("at", progress.at())
                    .number("fencing_token", progress.fencingToken());
        });
    }

    private static void checkpoint(JsonWriter json, RunNotes.@Nullable SavedCheckpoint checkpoint) {
        if (checkpoint == null) {
            json.nothing("checkpoint");
            return;
        }
        json.object(
                "checkpoint",
                object -> object.number("bytes", checkpoint.bytes())
                        .instant("saved_at", checkpoint.savedAt())
                        .number("fencing_token", checkpoint.fencingToken()));
    }

    /** An attempt that was handed back has no number; its lines are there all the same. */
    private static void log(JsonWriter json, RunNotes.AttemptLog log, List<RunAttempts.Shown> attempts) {
        OptionalInt number = attempts.stream()
                .filter(attempt -> attempt.fencingToken() == log.fencingToken())
                .mapToInt(RunAttempts.Shown::attempt)
                .findFirst();
        if (number.isPresent()) {
            json.number("attempt", number.getAsInt());
        } else {
            json.nothing("attempt");
        }
        json.number("fencing_token", log.fencingToken())
                .number("dropped", log.dropped())
                .objects(
                        "lines",
                        log.lines(),
                        (each, line) -> each.instant("at", line.at()).text("text", line.text()));
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
