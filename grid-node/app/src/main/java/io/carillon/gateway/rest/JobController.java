package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.KeyedIds;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Jobs. Changes are answered when they are durable; no thread waits for that. */
@RestController
@RequestMapping(
        path = {"/jobs", "/v1/jobs"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class JobController {

    private final JobDesk desk;
    private final History history;
    private final TimeSource time;
    private final Callers callers;
    private final OnceOnly once;

    JobController(JobDesk desk, History history, TimeSource time, Callers callers, OnceOnly once) {
        this.desk = desk;
        this.history = history;
        this.time = time;
        this.callers = callers;
        this.once = once;
    }

    @PostMapping
    CompletableFuture<ResponseEntity<byte[]>> create(HttpServletRequest request) throws IOException {
        byte[] json = Bodies.json(request);
        JobBody body = JobBody.parse(json);
        String path = request.getRequestURI();
        Principal caller = callers.of(request);
        return once.call(request, json, claim -> {
            if (claim == null || body.jobId() != null) {
                return desk.create(caller, body.jobId(), body.draft(), body.violations())
                        .thenApply(created -> created(path, created));
            }
            JobId id = KeyedIds.of(claim).jobId(0);
            return desk.create(caller, id, body.draft(), body.violations())
                    .exceptionally(failure -> changedSince(id, failure))
                    .thenApply(created -> created(path, id, created.nextRunAt(), HttpStatus.CREATED));
        });
    }

    @GetMapping("/{id}")
    ResponseEntity<byte[]> get(HttpServletRequest request, @PathVariable String id) {
        JobView job = history.job(callers.of(request), Ids.jobId(id));
        HttpHeaders headers = new HttpHeaders();
        headers.setETag("\"" + job.job().revision() + "\"");
        Instant now = time.now();
        return Answers.json(HttpStatus.OK, headers, json -> JobJson.write(json, job, now));
    }

    @GetMapping
    ResponseEntity<byte[]> list(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        JobFilter filter = new JobFilter(
                parameters.text("owner_id"), parameters.jobStatus(), parameters.text("name"), parameters.text("pool"));
        int limit = parameters.limit();
        String cursor = parameters.text("cursor");
        parameters.check();
        Page<JobView> page = history.jobs(callers.of(request), filter, limit, cursor);
        Instant now = time.now();
        return Answers.json(
                HttpStatus.OK,
                json -> json.objects("jobs", page.items(), (each, job) -> JobJson.write(each, job, now))
                        .text("next_cursor", page.nextCursor()));
    }

    @DeleteMapping("/{id}")
    CompletableFuture<ResponseEntity<byte[]>> delete(HttpServletRequest request, @PathVariable String id) {
        JobId job = Ids.jobId(id);
        Parameters parameters = new Parameters(request);
        boolean cancelRunning = parameters.flag("cancel_running");
        parameters.check();
        return desk.delete(callers.of(request), job, cancelRunning).thenApply(done -> noContent());
    }

    @PostMapping("/{id}/pause")
    CompletableFuture<ResponseEntity<byte[]>> pause(HttpServletRequest request, @PathVariable String id) {
        JobId job = Ids.jobId(id);
        Parameters parameters = new Parameters(request);
        boolean hold = parameters.flag("hold");
        parameters.check();
        return desk.pause(callers.of(request), job, hold).thenApply(done -> noContent());
    }

    @PostMapping("/{id}/resume")
    CompletableFuture<ResponseEntity<byte[]>> resume(HttpServletRequest request, @PathVariable String id) {
        return desk.resume(callers.of(request), Ids.jobId(id)).thenApply(done -> noContent());
    }

    @PostMapping("/{id}/trigger")
    CompletableFuture<ResponseEntity<byte[]>> trigger(HttpServletRequest request, @PathVariable String id)
            throws IOException {
        JobId job = Ids.jobId(id);
        byte[] json = Bodies.optionalJson(request);
        TriggerBody body = TriggerBody.parse(json);
        Principal caller = callers.of(request);
        return once.call(request, json == null ? new byte[0] : json, claim -> {
            String requestId = claim == null || body.requestId() != null
                    ? body.requestId()
                    : KeyedIds.of(claim).id(0).toString();
            return desk.trigger(caller, job, body.payload(), requestId, body.violations())
                    .thenApply(JobController::triggered);
        });
    }

    /** A job under a key's id that says something else by now: made by an earlier try of this call, and changed since. */
    private static JobReply.Created changedSince(JobId id, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ProblemException known && known.problem().type() == ProblemType.ID_TAKEN) {
            return new JobReply.Created(id, 0, null, true);
        }
        throw new CompletionException(cause);
    }

    /** A repeat of a client-chosen id answers as the first did, with another status. */
    private static ResponseEntity<byte[]> created(String path, JobReply.Created created) {
        return created(
                path, created.jobId(), created.nextRunAt(), created.existed() ? HttpStatus.OK : HttpStatus.CREATED);
    }

    private static ResponseEntity<byte[]> created(
            String path, JobId id, @Nullable Instant nextRunAt, HttpStatus status) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.LOCATION, path + "/" + id);
        return Answers.json(
                status, headers, json -> json.text("job_id", id.toString()).instant("next_run_at", nextRunAt));
    }

    private static ResponseEntity<byte[]> triggered(JobReply.Triggered triggered) {
        return Answers.json(
                HttpStatus.ACCEPTED,
                json -> json.text("run_id", triggered.runId().toString()));
    }

    private static ResponseEntity<byte[]> noContent() {
        return Answers.empty(HttpStatus.NO_CONTENT);
    }
}
