package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.store.StoreUnavailableException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A few rows in memory in place of the database. Lists of runs go by job and status; what else was asked is remembered. */
public final class StoredRows implements Queries {

    public static final String GOOD_CURSOR = "next-page";

    public final List<JobView> jobs = new ArrayList<>();
    public final List<RunView> runs = new ArrayList<>();
    public volatile boolean away;
    public volatile @Nullable JobFilter jobFilter;
    public volatile @Nullable RunFilter runFilter;
    public volatile int limit;

    @Override
    public Optional<JobView> job(Principal principal, JobId job) {
        answer();
        return jobs.stream().filter(view -> view.job().id().equals(job)).findFirst();
    }

    @Override
    public Page<JobView> jobs(Principal principal, JobFilter filter, int most, @Nullable String cursor) {
        answer();
        jobFilter = filter;
        limit = most;
        return new Page<>(jobs, checked(cursor));
    }

    @Override
    public Optional<RunView> run(Principal principal, RunId run) {
        answer();
        return runs.stream().filter(view -> view.run().id().equals(run)).findFirst();
    }

    @Override
    public Page<RunView> runs(Principal principal, RunFilter filter, Instant now, int most, @Nullable String cursor) {
        answer();
        runFilter = filter;
        limit = most;
        JobId job = filter.jobId();
        return new Page<>(
                runs.stream()
                        .filter(view -> job == null || view.run().jobId().equals(job))
                        .filter(view -> filter.status() == null || RunStatus.of(view.run(), now) == filter.status())
                        .toList(),
                checked(cursor));
    }

    private void answer() {
        if (away) {
            throw new StoreUnavailableException("no answer", new IOException("connection refused"));
        }
    }

    private static @Nullable String checked(@Nullable String cursor) {
        if (cursor != null && !cursor.equals(GOOD_CURSOR)) {
            throw new IllegalArgumentException("no cursor of mine");
        }
        return cursor == null ? GOOD_CURSOR : null;
    }
}
