package io.carillon.persistence.read;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The API's queries, on the caller's thread. The owner's scope is a condition of the SQL, not of what is done with it. */
public final class PgQueries implements Queries {

    private final Reader reader;

    public PgQueries(Reader reader) {
        this.reader = reader;
    }

    @Override
    public Optional<JobView> job(Principal principal, JobId job) {
        return reader.now(connection -> JobQueries.one(connection, principal, job));
    }

    @Override
    public Page<JobView> jobs(Principal principal, JobFilter filter, int limit, @Nullable String cursor) {
        Pages.check(limit);
        @Nullable Cursor after = cursor == null ? null : Cursor.decode(Cursor.JOBS, cursor);
        return reader.now(connection -> JobQueries.page(connection, principal, filter, limit, after));
    }

    @Override
    public Optional<RunView> run(Principal principal, RunId run) {
        return reader.now(connection -> RunQueries.one(connection, principal, run));
    }

    @Override
    public Page<RunView> runs(Principal principal, RunFilter filter, Instant now, int limit, @Nullable String cursor) {
        Pages.check(limit);
        @Nullable Cursor after = cursor == null ? null : Cursor.decode(Cursor.RUNS, cursor);
        return reader.now(connection -> RunQueries.page(connection, principal, filter, now, limit, after));
    }
}
