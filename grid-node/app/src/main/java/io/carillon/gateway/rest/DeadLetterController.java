package io.carillon.gateway.rest;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
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

/** Dead runs: looked at, and taken back to the queue, one or many. */
@RestController
@RequestMapping(
        path = {"", "/v1"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class DeadLetterController {

    private final JobDesk jobs;
    private final DeadLetterDesk desk;
    private final TimeSource time;
    private final Callers callers;

    DeadLetterController(JobDesk jobs, DeadLetterDesk desk, TimeSource time, Callers callers) {
        this.jobs = jobs;
        this.desk = desk;
        this.time = time;
        this.callers = callers;
    }

    @GetMapping("/dead-letters")
    ResponseEntity<byte[]> list(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        RunFilter filter = new RunFilter(
                parameters.job("job_id"),
                parameters.text("owner_id"),
                parameters.text("pool"),
                null,
                parameters.instant("from"),
                parameters.instant("to"));
        int limit = parameters.limit();
        String cursor = parameters.text("cursor");
        parameters.check();
        Page<DeadLetter> page = desk.list(callers.of(request), filter, limit, cursor);
        Instant now = time.now();
        return Answers.json(
                HttpStatus.OK,
                json -> json.objects(
                                "dead_letters", page.items(), (each, letter) -> DeadLetterJson.write(each, letter, now))
                        .text("next_cursor", page.nextCursor()));
    }

    @PostMapping("/dead-letters/{id}/redrive")
    CompletableFuture<ResponseEntity<byte[]>> redrive(HttpServletRequest request, @PathVariable String id) {
        RunId run = Ids.runId(id);
        return jobs.redriveRun(callers.of(request), run)
                .thenApply(done -> Answers.json(HttpStatus.ACCEPTED, json -> json.text("run_id", run.toString())));
    }

    @PostMapping("/dead-letters:redrive")
    ResponseEntity<byte[]> redriveAll(HttpServletRequest request) throws IOException {
        RedriveBody body = RedriveBody.parse(Bodies.json(request));
        Redrive redrive = desk.redriveAll(callers.of(request), body.filter(), body.redriveId());
        HttpHeaders headers = new HttpHeaders();
        String base = request.getRequestURI().replaceFirst(":redrive$", "");
        headers.set(HttpHeaders.LOCATION, base + "/redrives/" + redrive.id());
        return Answers.json(HttpStatus.ACCEPTED, headers, json -> DeadLetterJson.write(json, redrive));
    }

    @GetMapping("/dead-letters/redrives/{id}")
    ResponseEntity<byte[]> progress(HttpServletRequest request, @PathVariable String id) {
        Redrive redrive = desk.redrive(callers.of(request), redriveId(id));
        return Answers.json(HttpStatus.OK, json -> DeadLetterJson.write(json, redrive));
    }

    @DeleteMapping("/dead-letters/redrives/{id}")
    ResponseEntity<byte[]> stop(HttpServletRequest request, @PathVariable String id) {
        Redrive redrive = desk.stop(callers.of(request), redriveId(id));
        return Answers.json(HttpStatus.OK, json -> DeadLetterJson.write(json, redrive));
    }

    private static UUID redriveId(String text) {
        try {
            return Uuids.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("redrive_id", "must be a UUID").toException();
        }
    }
}
