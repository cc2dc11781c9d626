package io.carillon.gateway.grpc;

import io.carillon.gateway.api.History;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Violations;
import org.jspecify.annotations.Nullable;

/** Fields that several calls have in common. */
final class RequestFields {

    private RequestFields() {}

    static int limit(int limit, Violations violations) {
        if (limit < 0 || limit > History.LIMIT_MAX) {
            violations.add("limit", "must be from 1 to " + History.LIMIT_MAX + ", or 0 for the default");
        }
        return limit == 0 ? History.LIMIT_DEFAULT : limit;
    }

    static @Nullable String cursor(String cursor, Violations violations) {
        return cursor.isEmpty() ? null : text("cursor", cursor, violations);
    }

    /** Anything may be looked for but what the database cannot hold. */
    static String text(String field, String text, Violations violations) {
        if (text.indexOf('\0') >= 0) {
            violations.add(field, "must not contain control characters");
        }
        return text;
    }

    static void check(Violations violations) {
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
    }
}
