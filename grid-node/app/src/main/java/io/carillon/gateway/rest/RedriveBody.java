package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.RunFilter;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Timestamps;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /dead-letters:redrive}. The filter must be said, if only as an empty object: nobody redrives
 * everything by forgetting a field.
 *
 * @param redriveId chosen by the client; null: the grid chooses
 */
record RedriveBody(RunFilter filter, @Nullable UUID redriveId) {

    static RedriveBody parse(byte[] json) {
        Violations violations = new Violations();
        JsonFields fields = JsonFields.of(json, violations);
        UUID redriveId = id(fields, "redrive_id", Uuids::parse);
        JsonFields filter = fields.object("filter");
        fields.refuseUnknown();
        if (filter == null) {
            fields.refuse("filter", "is required: an object, {} for all dead letters");
            throw Problem.invalid(violations.list()).toException();
        }
        RunFilter read = new RunFilter(
                id(filter, "job_id", JobId::parse),
                text(filter, "owner_id"),
                text(filter, "pool"),
                null,
                instant(filter, "from"),
                instant(filter, "to"));
        filter.refuseUnknown();
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        return new RedriveBody(read, redriveId);
    }

    private static <T> @Nullable T id(JsonFields fields, String name, Function<String, T> parse) {
        String text = fields.text(name);
        try {
            return text == null ? null : parse.apply(text);
        } catch (IllegalArgumentException e) {
            fields.refuse(name, "must be a UUID");
            return null;
        }
    }

    /** Anything may be looked for but what the database cannot hold. */
    private static @Nullable String text(JsonFields fields, String name) {
        String text = fields.text(name);
        if (text != null && text.indexOf('\0') >= 0) {
            fields.refuse(name, "must not contain control characters");
        }
        return text;
    }

    private static @Nullable Instant instant(JsonFields fields, String name) {
        Instant instant = fields.instant(name);
        if (instant != null && !Timestamps.inRange(instant)) {
            fields.refuse(name, Timestamps.RANGE);
        }
        return instant;
    }
}
