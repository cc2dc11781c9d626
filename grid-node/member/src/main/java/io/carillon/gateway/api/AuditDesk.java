package io.carillon.gateway.api;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.Page;
import io.carillon.domain.time.TimeSource;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Who changed what, as the doors show it: of one owner to its admins, all of it to admins of all. Blocks; thread-safe. */
public final class AuditDesk {

    private final AuditLog log;
    private final TimeSource time;

    public AuditDesk(AuditLog log, TimeSource time) {
        this.log = log;
        this.time = time;
    }

    /** Takes note of what is nobody's own and was done already, in a transaction that knows nothing of the log. */
    public void done(Principal who, String action, String target, SortedMap<String, String> after) {
        boolean unused = History.read(() -> {
            log.add(AuditEntry.of(who, time.now(), null, action, target, null, after));
            return true;
        });
    }

    public Page<AuditLog.Recorded> list(
            Principal principal, AuditLog.Filter filter, int limit, @Nullable String cursor) {
        return History.page(cursor, () -> log.page(principal, filter, limit, cursor));
    }
}
