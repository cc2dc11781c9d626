package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobReply;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.BatchRoom;
import io.carillon.gateway.api.JobOffer;
import io.carillon.gateway.api.JobOutcome;
import io.carillon.gateway.api.KeyedIds;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Jobs by the many. */
@RestController
@RequestMapping(
        path = {"", "/v1"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class JobBatchController {

    static final int BYTES_MAX = 16 * 1024 * 1024;

    /** A body takes some times its size in memory while it is at work. */
    private static final int AT_ONCE_MAX = 4;

    private final BatchDesk desk;
    private final Callers callers;
    private final OnceOnly once;
    private final BatchRoom room = new BatchRoom(AT_ONCE_MAX, "batches");

    JobBatchController(BatchDesk desk, Callers callers, OnceOnly once) {
        this.desk = desk;
        this.callers = callers;
        this.once = once;
    }

    /** Answered when all that could be made is durable. */
    @PostMapping("/jobs:batch")
    CompletableFuture<ResponseEntity<byte[]>> create(HttpServletRequest request) throws IOException {
        room.take();
        CompletableFuture<ResponseEntity<byte[]>> answer;
        try {
            byte[] json = Bodies.json(request, BYTES_MAX);
            List<JobOffer> offers = BatchBody.parse(json);
            Principal caller = callers.of(request);
            answer = once.call(
                    request,
                    json,
                    claim -> desk.create(caller, offers, claim == null ? null : KeyedIds.of(claim))
                            .thenApply(JobBatchController::answer));
        } catch (IOException | RuntimeException e) {
            room.giveBack();
            throw e;
        }
        return answer.whenComplete((done, failure) -> room.giveBack());
    }

    private static ResponseEntity<byte[]> answer(List<JobOutcome> outcomes) {
        return Answers.json(HttpStatus.OK, json -> json.objects("results", outcomes, JobBatchController::outcome));
    }

    private static void outcome(JsonWriter json, JobOutcome outcome) {
        if (outcome instanceof JobOutcome.Made made) {
            JobReply.Created created = made.created();
            json.text("job_id", created.jobId().toString()).instant("next_run_at", created.nextRunAt());
        } else if (outcome instanceof JobOutcome.Failed failed) {
            json.object("error", error -> Answers.write(error, failed.problem()));
        }
    }
}
