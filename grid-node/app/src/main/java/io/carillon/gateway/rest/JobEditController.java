package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand.Replace.Existence;
import io.carillon.domain.store.JobView;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.EditDesk.Written;
import io.carillon.gateway.api.Expected;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.json.MergePatch;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Changes of what a job is. Answered with the whole job when they are durable. */
@RestController
@RequestMapping(
        path = {"/jobs/{id}", "/v1/jobs/{id}"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class JobEditController {

    private final EditDesk desk;
    private final TimeSource time;
    private final Callers callers;

    JobEditController(EditDesk desk, TimeSource time, Callers callers) {
        this.desk = desk;
        this.time = time;
        this.callers = callers;
    }

    @PatchMapping
    CompletableFuture<ResponseEntity<byte[]>> patch(HttpServletRequest request, @PathVariable String id)
            throws IOException {
        JobId job = Ids.jobId(id);
        Expected expected = Preconditions.of(request);
        if (expected.existence() == Existence.FORBIDDEN) {
            throw Problem.invalid("If-None-Match", "only a PUT can ask for a new job")
                    .toException();
        }
        MergePatch patch = MergePatch.of(Bodies.mergePatch(request));
        EditDesk.Edit edit = current -> written(job, patch.applyTo(JobBodyJson.of(current, patch)));
        return desk.update(callers.of(request), job, edit, expected)
                .thenApply(changed -> whole(HttpStatus.OK, new HttpHeaders(), changed));
    }

    @PutMapping
    CompletableFuture<ResponseEntity<byte[]>> put(HttpServletRequest request, @PathVariable String id)
            throws IOException {
        JobId job = Ids.jobId(id);
        Expected expected = Preconditions.of(request);
        String path = request.getRequestURI();
        return desk.put(callers.of(request), job, written(job, Bodies.json(request)), expected)
                .thenApply(put -> {
                    HttpHeaders headers = new HttpHeaders();
                    if (put.created()) {
                        headers.set(HttpHeaders.LOCATION, path);
                    }
                    return whole(put.created() ? HttpStatus.CREATED : HttpStatus.OK, headers, put.job());
                });
    }

    /** A body may repeat the id of its path, and no other. */
    private static Written written(JobId job, byte[] json) {
        JobBody body = JobBody.parse(json);
        if (body.jobId() != null && !body.jobId().equals(job)) {
            body.violations().add("job_id", "must be the id in the path, or be left out");
        }
        return new Written(body.draft(), body.violations());
    }

    private ResponseEntity<byte[]> whole(HttpStatus status, HttpHeaders headers, JobView job) {
        headers.setETag("\"" + job.job().revision() + "\"");
        Instant now = time.now();
        return Answers.json(status, headers, json -> JobJson.write(json, job, now));
    }
}
