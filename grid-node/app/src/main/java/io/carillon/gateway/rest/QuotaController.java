package io.carillon.gateway.rest;

import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What an owner may have, and what it has. */
@RestController
@RequestMapping(
        path = {"/owners/{owner}/quota", "/v1/owners/{owner}/quota"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class QuotaController {

    private final QuotaDesk desk;
    private final Callers callers;

    QuotaController(QuotaDesk desk, Callers callers) {
        this.desk = desk;
        this.callers = callers;
    }

    @GetMapping
    ResponseEntity<byte[]> get(HttpServletRequest request, @PathVariable String owner) {
        return answer(desk.state(callers.of(request), owner));
    }

    @PutMapping
    ResponseEntity<byte[]> put(HttpServletRequest request, @PathVariable String owner) throws IOException {
        Violations violations = new Violations();
        JsonFields fields = JsonFields.of(Bodies.json(request), violations);
        Integer maxRunning = fields.integer("max_running");
        Integer maxJobs = fields.integer("max_jobs");
        Integer maxExactJobs = fields.integer("max_exact_jobs");
        fields.refuseUnknown();
        return answer(desk.change(callers.of(request), owner, maxRunning, maxJobs, maxExactJobs, violations));
    }

    private static ResponseEntity<byte[]> answer(QuotaState state) {
        OwnerQuota quota = state.quota();
        return Answers.json(
                HttpStatus.OK,
                json -> json.text("owner_id", quota.ownerId())
                        .numberOrNull("max_running", longOf(quota.maxRunning()))
                        .numberOrNull("max_jobs", longOf(quota.maxJobs()))
                        .number("max_exact_jobs", quota.maxExactJobs())
                        .numberOrNull("jobs", state.jobs())
                        .number("exact_jobs", state.exactJobs()));
    }

    private static @Nullable Long longOf(@Nullable Integer limit) {
        return limit == null ? null : limit.longValue();
    }
}
