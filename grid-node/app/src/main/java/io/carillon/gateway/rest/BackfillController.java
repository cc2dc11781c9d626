package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BackfillDesk.Wanted;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.KeyedIds;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Runs for a window that has passed. Answered when all of them are durable; a preview writes nothing. */
@RestController
@RequestMapping(
        path = {"/jobs/{id}/backfill", "/v1/jobs/{id}/backfill"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class BackfillController {

    private final BackfillDesk desk;
    private final Callers callers;
    private final OnceOnly once;

    BackfillController(BackfillDesk desk, Callers callers, OnceOnly once) {
        this.desk = desk;
        this.callers = callers;
        this.once = once;
    }

    @PostMapping
    CompletableFuture<ResponseEntity<byte[]>> backfill(HttpServletRequest request, @PathVariable String id)
            throws IOException {
        JobId job = Ids.jobId(id);
        Parameters parameters = new Parameters(request);
        boolean preview = parameters.flag("preview");
        parameters.check();
        Violations violations = new Violations();
        byte[] body = Bodies.json(request);
        JsonFields fields = JsonFields.of(body, violations);
        Wanted wanted = new Wanted(
                fields.instant("from"), fields.instant("to"), fields.integer("limit"), fields.text("request_id"));
        fields.refuseUnknown();
        if (preview) {
            return desk.backfill(callers.of(request), job, wanted, true, violations)
                    .thenApply(answer -> answered(HttpStatus.OK, answer));
        }
        return once.call(request, body, claim -> {
            Wanted keyed = claim == null || wanted.requestId() != null
                    ? wanted
                    : wanted.named(KeyedIds.of(claim).id(0).toString());
            return desk.backfill(callers.of(request), job, keyed, false, violations)
                    .thenApply(answer -> answered(HttpStatus.ACCEPTED, answer));
        });
    }

    private static ResponseEntity<byte[]> answered(HttpStatus status, BackfillDesk.Answer answer) {
        return Answers.json(
                status,
                json -> json.objects("runs", answer.runs(), BackfillController::write)
                        .instant("continue_from", answer.continueFrom()));
    }

    private static void write(JsonWriter json, BackfillDesk.Made run) {
        json.text("run_id", run.runId() == null ? null : run.runId().toString()).instant("nominal_at", run.nominalAt());
    }
}
