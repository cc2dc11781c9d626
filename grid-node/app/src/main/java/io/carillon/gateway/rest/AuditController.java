package io.carillon.gateway.rest;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.Page;
import io.carillon.gateway.api.AuditDesk;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who changed what. */
@RestController
@RequestMapping(
        path = {"/audit", "/v1/audit"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class AuditController {

    private final AuditDesk desk;
    private final Callers callers;

    AuditController(AuditDesk desk, Callers callers) {
        this.desk = desk;
        this.callers = callers;
    }

    @GetMapping
    ResponseEntity<byte[]> list(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        AuditLog.Filter filter = new AuditLog.Filter(
                parameters.text("owner_id"),
                parameters.text("subject"),
                parameters.text("action"),
                parameters.text("target"),
                parameters.instant("from"),
                parameters.instant("to"));
        int limit = parameters.limit();
        String cursor = parameters.text("cursor");
        parameters.check();
        Page<AuditLog.Recorded> page = desk.list(callers.of(request), filter, limit, cursor);
        return Answers.json(
                HttpStatus.OK,
                json -> json.objects("entries", page.items(), AuditController::write)
                        .text("next_cursor", page.nextCursor()));
    }

    private static void write(JsonWriter json, AuditLog.Recorded recorded) {
        AuditEntry entry = recorded.entry();
        json.number("audit_id", recorded.id())
                .instant("at", entry.at())
                .text("subject", entry.subject())
                .text("name", entry.name())
                .text("address", entry.address())
                .text("owner_id", entry.ownerId())
                .text("action", entry.action())
                .text("target", entry.target());
        values(json, "before", entry.before());
        values(json, "after", entry.after());
    }

    private static void values(JsonWriter json, String name, @Nullable SortedMap<String, String> values) {
        if (values != null) {
            json.object(name, object -> values.forEach(object::text));
        }
    }
}
