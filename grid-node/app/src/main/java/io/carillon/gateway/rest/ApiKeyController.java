package io.carillon.gateway.rest;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.Page;
import io.carillon.gateway.api.ApiKeyDesk;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
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

/**
 * Keys of the doors. Creating one takes no {@code Idempotency-Key}: the answer that would be kept for a repeat holds the
 * secret, of which nothing but a hash is kept.
 */
@RestController
@RequestMapping(
        path = {"/api-keys", "/v1/api-keys"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class ApiKeyController {

    private final ApiKeyDesk desk;
    private final Callers callers;

    ApiKeyController(ApiKeyDesk desk, Callers callers) {
        this.desk = desk;
        this.callers = callers;
    }

    @PostMapping
    ResponseEntity<byte[]> create(HttpServletRequest request) throws IOException {
        Violations violations = new Violations();
        JsonFields fields = JsonFields.of(Bodies.json(request), violations);
        ApiKeyDesk.Wanted wanted = new ApiKeyDesk.Wanted(
                fields.text("name"), fields.text("role"), fields.text("owner_id"), fields.instant("expires_at"));
        fields.refuseUnknown();
        ApiKeyDesk.Made made = desk.create(callers.of(request), wanted, violations);
        return told(
                HttpStatus.CREATED, request.getRequestURI() + "/" + made.key().id(), made);
    }

    @GetMapping
    ResponseEntity<byte[]> list(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        int limit = parameters.limit();
        String cursor = parameters.text("cursor");
        parameters.check();
        Page<ApiKey> page = desk.list(callers.of(request), limit, cursor);
        return Answers.json(
                HttpStatus.OK,
                json -> json.objects("api_keys", page.items(), ApiKeyController::write)
                        .text("next_cursor", page.nextCursor()));
    }

    @PostMapping("/{id}/rotate")
    ResponseEntity<byte[]> rotate(HttpServletRequest request, @PathVariable String id) throws IOException {
        UUID key = keyId(id);
        byte[] body = Bodies.optionalJson(request);
        Violations violations = new Violations();
        Integer grace = null;
        if (body != null) {
            JsonFields fields = JsonFields.of(body, violations);
            grace = fields.integer("grace_s");
            fields.refuseUnknown();
        }
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        ApiKeyDesk.Made made = desk.rotate(callers.of(request), key, grace == null ? null : Duration.ofSeconds(grace));
        return told(HttpStatus.OK, null, made);
    }

    @DeleteMapping("/{id}")
    ResponseEntity<byte[]> revoke(HttpServletRequest request, @PathVariable String id) {
        desk.revoke(callers.of(request), keyId(id));
        return Answers.empty(HttpStatus.NO_CONTENT);
    }

    private static ResponseEntity<byte[]> told(HttpStatus status, @Nullable String location, ApiKeyDesk.Made made) {
        HttpHeaders headers = new HttpHeaders();
        headers.setCacheControl(CacheControl.noStore());
        if (location != null) {
            headers.set(HttpHeaders.LOCATION, location);
        }
        return Answers.json(status, headers, json -> {
            write(json, made.key());
            json.text("api_key", made.text().text());
        });
    }

    private static void write(JsonWriter json, ApiKey key) {
        json.text("key_id", key.id().toString())
                .text("name", key.name())
                .text("role", key.role().text())
                .text("owner_id", key.ownerId() == null ? ApiKeyDesk.ALL_OWNERS : key.ownerId())
                .instant("created_at", key.createdAt())
                .text("created_by", key.createdBy())
                .instant("expires_at", key.expiresAt())
                .instant("revoked_at", key.revokedAt())
                .instant("former_until", key.formerUntil())
                .text(
                        "last_used_on",
                        key.lastUsedOn() == null ? null : key.lastUsedOn().toString());
    }

    private static UUID keyId(String text) {
        try {
            return Uuids.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("key_id", "must be a UUID").toException();
        }
    }
}
