package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.JobDesk;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Runs, of one job or of all. */
@RestController
@RequestMapping(
        path = {"", "/v1"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class RunController {

    private final JobDesk desk;
    private final History history;
    private final TimeSource time;
    private final Callers callers;

    RunController(JobDesk desk, History history, TimeSource time, Callers callers) {
        this.desk = desk;
        this.history = history;
        this.time = time;
        this.callers = callers;
    }

    @GetMapping("/jobs/{id}/runs")
    ResponseEntity<byte[]> ofJob(HttpServletRequest request, @PathVariable String id) {
        JobId job = Ids.jobId(id);
        Parameters parameters = new Parameters(request);
        RunFilter filter = new RunFilter(job, null, null, parameters.runStatus(), null, null);
        int limit = parameters.limit();
        String cursor = parameters.text("cursor");
        parameters.check();
        Principal caller = callers.of(request);
        Page<RunView> page = history.runs(caller, filter, limit, cursor);
        if (page.items().isEmpty()) {
            // A job without runs and no job at all are two answers.
            history.job(caller, job);
        }
        return page(page);
    }

    @GetMapping("/runs")
    ResponseEntity<byte[]> list(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        RunFilter filter = new RunFilter(
                parameters.job("job_id"),
                parameters.text("owner_id"),
                parameters.text("pool"),
                parameters.runStatus(),
                parameters.instant("from"),
                parameters.instant("to"));
        int limit = parameters.limit();
        String cursor = parameters.text("cursor");
        parameters.check();
        return page(history.runs(callers.of(request), filter, limit, cursor));
    }

    @GetMapping("/runs/{id}")
    ResponseEntity<byte[]> get(HttpServletRequest request, @PathVariable String id) {
        RunView run = history.run(callers.of(request), Ids.runId(id));
        Instant now = time.now();
        return Answers.json(HttpStatus.OK, json -> RunJson.writeWhole(json, run, now));
    }

    @PostMapping("/runs/{id}/cancel")
    CompletableFuture<ResponseEntity<byte[]>> cancel(HttpServletRequest request, @PathVariable String id) {
        RunId run = Ids.runId(id);
        return desk.cancelRun(callers.of(request), run)
                .thenApply(done -> Answers.json(HttpStatus.ACCEPTED, json -> json.text("run_id", run.toString())));
    }

    private ResponseEntity<byte[]> page(Page<RunView> page) {
        Instant now = time.now();
        return Answers.json(
                HttpStatus.OK,
                json -> json.objects("runs", page.items(), (each, run) -> RunJson.write(each, run, now))
                        .text("next_cursor", page.nextCursor()));
    }
}
