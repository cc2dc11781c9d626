package io.carillon.gateway.rest;

import io.carillon.domain.job.Payload;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /jobs/{id}/trigger}, which may be missing.
 *
 * @param violations fields of a wrong kind, unknown fields
 */
record TriggerBody(@Nullable Payload payload, @Nullable String requestId, Violations violations) {

    static TriggerBody parse(byte @Nullable [] json) {
        Violations violations = new Violations();
        if (json == null) {
            return new TriggerBody(null, null, violations);
        }
        JsonFields fields = JsonFields.of(json, violations);
        Payload payload = fields.raw("payload");
        String requestId = fields.text("request_id");
        fields.refuseUnknown();
        return new TriggerBody(payload, requestId, violations);
    }
}
