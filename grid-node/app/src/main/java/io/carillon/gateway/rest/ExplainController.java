package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.AttemptError;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.RunExplanation;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.gateway.api.TimeExplanation;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Why a run is where it is, and whether a job runs at some time. */
@RestController
@RequestMapping(
        path = {"", "/v1"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class ExplainController {

    private final RunExplainer runs;
    private final TimeExplainer times;
    private final Callers callers;

    ExplainController(RunExplainer runs, TimeExplainer times, Callers callers) {
        this.runs = runs;
        this.times = times;
        this.callers = callers;
    }

    @GetMapping("/runs/{id}/explain")
    ResponseEntity<byte[]> run(HttpServletRequest request, @PathVariable String id) {
        RunId run = Ids.runId(id);
        RunExplanation explanation = runs.explain(callers.of(request), run);
        return Answers.json(HttpStatus.OK, json -> write(json, explanation));
    }

    @GetMapping("/jobs/{id}/explain")
    ResponseEntity<byte[]> time(HttpServletRequest request, @PathVariable String id) {
        JobId job = Ids.jobId(id);
        Parameters parameters = new Parameters(request);
        String at = parameters.text("at");
        parameters.check();
        TimeExplanation explanation = times.explain(callers.of(request), job, at);
        return Answers.json(HttpStatus.OK, json -> write(json, explanation));
    }

    private static void write(JsonWriter json, RunExplanation why) {
        json.text("run_id", why.runId().toString())
                .text("job_id", why.jobId().toString())
                .text("status", Words.of(why.status()))
                .text("reason", Words.of(why.reason()))
                .text("explanation", why.explanation())
                .instant("until", why.until())
                .text("worker_id", why.workerId())
                .number("attempt", why.attempt())
                .number("retries_left", why.retriesLeft())
                .text("job_status", Words.of(why.jobStatus()))
                .text("pool", why.pool())
                .text("handler", why.handler());
        Boolean connected = why.workerConnected();
        Integer free = why.freeSlots();
        if (connected == null || free == null) {
            json.nothing("worker_connected").nothing("free_slots");
        } else {
            json.bool("worker_connected", connected).number("free_slots", free.longValue());
        }
        AttemptError error = why.lastError();
        if (error == null) {
            json.nothing("last_error");
        } else {
            json.object("last_error", each -> each.text("type", error.type()).text("message", error.message()));
        }
    }

    private static void write(JsonWriter json, TimeExplanation why) {
        json.text("job_id", why.jobId().toString())
                .instant("at", why.at())
                .text("local", why.local().toString())
                .text("time_zone", why.timeZone())
                .bool("runs", why.runs())
                .text("reason", Words.of(why.reason()))
                .text("explanation", why.explanation())
                .texts("unmatched", why.unmatched())
                .instant("nominal_at", why.nominalAt())
                .instant("due_at", why.dueAt())
                .text("run_id", why.runId() == null ? null : why.runId().toString())
                .instant("previous_at", why.previous())
                .instant("next_at", why.next());
    }
}
