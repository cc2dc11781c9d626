package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.KeyedIds;
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

    private static final byte[] NO_BODY = {};

    private final KeyedRedrive redrives;
    private final DeadLetterDesk desk;
    private final TimeSource time;
    private final Callers callers;
    private final OnceOnly once;

    DeadLetterController(
            JobDesk jobs, History history, DeadLetterDesk desk, TimeSource time, Callers callers, OnceOnly once) {
        this.redrives = new KeyedRedrive(jobs, history, once);
        this.desk = desk;
        this.time = time;
        this.callers = callers;
        this.once = once;
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
        Principal caller = callers.of(request);
        return once.call(
                request,
                NO_BODY,
                claim -> redrives.redrive(caller, run, claim)
                        .thenApply(done ->
                                Answers.json(HttpStatus.ACCEPTED, json -> json.text("run_id", run.toString()))));
    }

    @PostMapping("/dead-letters:redrive")
    CompletableFuture<ResponseEntity<byte[]>> redriveAll(HttpServletRequest request) throws IOException {
        byte[] json = Bodies.json(request);
        RedriveBody body = RedriveBody.parse(json);
        Principal caller = callers.of(request);
        String base = request.getRequestURI().replaceFirst(":redrive$", "");
        return once.call(request, json, claim -> {
            UUID id = claim == null || body.redriveId() != null
                    ? body.redriveId()
                    : KeyedIds.of(claim).id(0);
            return CompletableFuture.completedFuture(begun(base, desk.redriveAll(caller, body.filter(), id)));
        });
    }

    private static ResponseEntity<byte[]> begun(String base, Redrive redrive) {
        HttpHeaders headers = new HttpHeaders();
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
