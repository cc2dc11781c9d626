package io.carillon.verify.load;

import io.carillon.verify.evidence.Outcome;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a caller was told.
 *
 * @param status the HTTP status or the gRPC code by name; null: there was no answer
 * @param id of the job or run that the answer names
 */
record Told(
        Outcome outcome, @Nullable String status, @Nullable UUID id) {

    static final Told NOTHING = new Told(Outcome.UNKNOWN, null, null);

    /** Then no other request will fare better. */
    boolean refusesTheKey() {
        return status != null
                && (status.startsWith("401")
                        || status.startsWith("403")
                        || status.endsWith("unauthenticated")
                        || status.endsWith("forbidden"));
    }
}
