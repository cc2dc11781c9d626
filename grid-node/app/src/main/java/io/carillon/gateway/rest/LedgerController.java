package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.domain.ledger.Discrepancy;
import io.carillon.domain.ledger.Tally;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.RunStatus;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.LedgerPage;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What became of every occurrence of a job. */
@RestController
@RequestMapping(
        path = {"/jobs", "/v1/jobs"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class LedgerController {

    private final LedgerDesk desk;
    private final Callers callers;

    LedgerController(LedgerDesk desk, Callers callers) {
        this.desk = desk;
        this.callers = callers;
    }

    @GetMapping("/{id}/ledger")
    ResponseEntity<byte[]> ledger(HttpServletRequest request, @PathVariable String id) {
        JobId job = Ids.jobId(id);
        Parameters parameters = new Parameters(request);
        Instant from = parameters.instant("from");
        Instant to = parameters.instant("to");
        int limit = parameters.number("limit", LedgerDesk.LIMIT_MAX, LedgerDesk.LIMIT_MAX);
        String cursor = parameters.text("cursor");
        parameters.check();
        LedgerPage page = desk.page(callers.of(request), job, from, to, limit, cursor);
        return Answers.json(HttpStatus.OK, json -> write(json, page));
    }

    private static void write(JsonWriter json, LedgerPage page) {
        Tally tally = page.tally();
        json.text("job_id", page.job().toString())
                .instant("from", page.from())
                .instant("to", tally.countedTo())
                .instant("planned_through", page.plannedThrough())
                .number("expected", tally.expected())
                .number("unaccounted", tally.unaccounted())
                .objects(
                        "runs",
                        page.runs(),
                        (each, run) -> each.instant("nominal_at", run.nominalAt())
                                .text("run_id", run.id().toString())
                                .text("status", Words.of(RunStatus.of(run, page.now()))))
                .objects(
                        "skips",
                        page.skips(),
                        (each, skip) -> skip(each, skip.range()).bool("open", skip.open()))
                .objects("discrepancies", tally.discrepancies(), LedgerController::discrepancy)
                .text("next_cursor", page.nextCursor());
    }

    private static JsonWriter skip(JsonWriter json, SkipRange skip) {
        return json.instant("nominal_first", skip.nominalFirst())
                .instant("nominal_last", skip.nominalLast())
                .number("n", skip.n())
                .text("reason", Words.of(skip.reason()));
    }

    private static void discrepancy(JsonWriter json, Discrepancy discrepancy) {
        json.text("kind", Words.of(discrepancy.kind()))
                .instant("nominal_at", discrepancy.nominalAt())
                .number("n", discrepancy.n());
    }
}
