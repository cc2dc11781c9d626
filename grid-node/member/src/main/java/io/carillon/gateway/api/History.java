package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.store.JobFilter;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
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

    /** More of one job are not claimed before they are due. */
    private static final int CLAIMED_AHEAD_MAX = 200;

    private static final Logger log = LoggerFactory.getLogger(History.class);

    private final Queries queries;
    private final TimeSource time;
    private final ClaimPlanner planner;

    public History(Queries queries, TimeSource time) {
        this(queries, time, new ScheduleReader());
    }

    public History(Queries queries, TimeSource time, ScheduleReader schedules) {
        this.queries = queries;
        this.time = time;
        this.planner = new ClaimPlanner(schedules);
    }

    /**
     * A job, its next time being that of the next run also where the run has been claimed ahead already: that is a matter
     * of ours, not of the job's user.
     */
    public JobView job(Principal principal, JobId id) {
        JobView view = read(() -> queries.job(principal, id)).orElseThrow(() -> notFound("no job " + id));
        if (view.job().status() != JobStatus.ACTIVE) {
            return withJitter(view);
        }
        Instant now = time.now();
        Duration chosen = view.job().definition().jitter();
        Duration offsetMax = chosen == null ? ClaimPlanner.JITTER_DEFAULT_MAX : chosen;
        RunFilter ahead = new RunFilter(id, null, null, RunStatus.SCHEDULED, now.minus(offsetMax), null);
        return read(() -> queries.runs(principal, ahead, now, CLAIMED_AHEAD_MAX, null)).items().stream()
                .map(RunView::run)
                .filter(run -> run.trigger() == Trigger.SCHEDULE)
                .min(Comparator.comparing(Run::dueAt))
                .map(next -> withJitter(view.with(withNext(view.job(), next), Duration.ZERO)))
                .orElseGet(() -> withJitter(view));
    }

    private JobView withJitter(JobView view) {
        try {
            return view.with(view.job(), planner.jitterWindow(view.job()));
        } catch (IllegalArgumentException e) {
            log.debug(
                    "the schedule of job={} cannot be read any more", view.job().id(), e);
            return view;
        }
    }

    private static Job withNext(Job job, Run next) {
        return new Job(
                job.id(),
                job.revision(),
                job.status(),
                job.definition(),
                job.createdAt(),
                job.plannedThrough(),
                next.nominalAt(),
                next.dueAt(),
                job.version(),
                job.writeId());
    }

    public Page<JobView> jobs(Principal principal, JobFilter filter, int limit, @Nullable String cursor) {
        Page<JobView> page = page(cursor, () -> queries.jobs(principal, filter, limit, cursor));
        return new Page<>(page.items().stream().map(this::withJitter).toList(), page.nextCursor());
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

    static <T> T page(@Nullable String cursor, Supplier<T> query) {
        try {
            return read(query);
        } catch (IllegalArgumentException e) {
            if (cursor == null) {
                throw e;
            }
            throw Problem.invalid("cursor", "is not a cursor of this list").toException();
        }
    }

    static <T> T read(Supplier<T> query) {
        try {
            return query.get();
        } catch (StoreUnavailableException e) {
            log.debug("query failed", e);
            throw Problem.passing(ProblemType.STORE_UNAVAILABLE, "the database does not answer")
                    .toException();
        }
    }
}
