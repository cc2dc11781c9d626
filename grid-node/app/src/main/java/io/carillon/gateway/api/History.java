package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the doors show: committed rows. Blocks for a round trip to the database; refusals are {@link ProblemException}s.
 * Thread-safe.
 */
public final class History {

    public static final int LIMIT_DEFAULT = 100;
    public static final int LIMIT_MAX = 1_000;

    private static final Logger log = LoggerFactory.getLogger(History.class);

    private final Queries queries;
    private final TimeSource time;

    public History(Queries queries, TimeSource time) {
        this.queries = queries;
        this.time = time;
    }

    public JobView job(Principal principal, JobId id) {
        return read(() -> queries.job(principal, id)).orElseThrow(() -> notFound("no job " + id));
    }

    public Page<JobView> jobs(Principal principal, JobFilter filter, int limit, @Nullable String cursor) {
        return page(cursor, () -> queries.jobs(principal, filter, limit, cursor));
    }

    public RunView run(Principal principal, RunId id) {
        return read(() -> queries.run(principal, id)).orElseThrow(() -> notFound("no run " + id));
    }

    public Page<RunView> runs(Principal principal, RunFilter filter, int limit, @Nullable String cursor) {
        return page(cursor, () -> queries.runs(principal, filter, time.now(), limit, cursor));
    }

    public static ProblemException notFound(String detail) {
        return Problem.of(ProblemType.NOT_FOUND, detail).toException();
    }

    private static <T> T page(@Nullable String cursor, Supplier<T> query) {
        try {
            return read(query);
        } catch (IllegalArgumentException e) {
            if (cursor == null) {
                throw e;
            }
            throw Problem.invalid("cursor", "is not a cursor of this list").toException();
        }
    }

    private static <T> T read(Supplier<T> query) {
        try {
            return query.get();
        } catch (StoreUnavailableException e) {
            log.debug("query failed", e);
            throw Problem.passing(ProblemType.STORE_UNAVAILABLE, "the database does not answer")
                    .toException();
        }
    }
}
