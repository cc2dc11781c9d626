package io.carillon.gateway.rest;

import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.Webhook;
import io.carillon.gateway.api.AlertDesk;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where an owner is told of dead letters. */
@RestController
@RequestMapping(
        path = {"/owners/{owner}/alerts", "/v1/owners/{owner}/alerts"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class AlertController {

    private final AlertDesk desk;
    private final Callers callers;

    AlertController(AlertDesk desk, Callers callers) {
        this.desk = desk;
        this.callers = callers;
    }

    /** The secret is never shown again. */
    @GetMapping
    ResponseEntity<byte[]> get(HttpServletRequest request, @PathVariable String owner) {
        AlertDesk.State state = desk.state(callers.of(request), owner);
        Webhook webhook = state.webhook();
        Circuit circuit = state.circuit();
        return Answers.json(
                HttpStatus.OK,
                json -> json.text("owner_id", webhook.ownerId())
                        .text("webhook_url", webhook.url())
                        .number("waiting", state.waiting())
                        .instant("failing_since", circuit == null ? null : circuit.failingSince())
                        .instant("closed_until", circuit == null ? null : circuit.closedUntil())
                        .text("last_error", circuit == null ? null : circuit.lastError()));
    }

    @PutMapping
    ResponseEntity<byte[]> put(HttpServletRequest request, @PathVariable String owner) throws IOException {
        Violations violations = new Violations();
        JsonFields fields = JsonFields.of(Bodies.json(request), violations);
        if (!fields.isPresent("webhook_url")) {
            fields.refuse("webhook_url", "is required; null: tell nobody");
        }
        String url = fields.text("webhook_url");
        boolean rotate = fields.flag("rotate_secret");
        fields.refuseUnknown();
        AlertDesk.Changed changed = desk.change(callers.of(request), owner, url, rotate, violations);
        String secret = changed.newSecret();
        return Answers.json(HttpStatus.OK, json -> {
            json.text("owner_id", changed.webhook().ownerId())
                    .text("webhook_url", changed.webhook().url());
            if (secret != null) {
                json.text("webhook_secret", secret);
            }
        });
    }
}
