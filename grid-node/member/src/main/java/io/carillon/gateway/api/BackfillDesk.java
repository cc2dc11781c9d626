package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.time.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs for a window that has passed: of every occurrence that the job's schedule, as it is now, has there, whatever became
 * of it then. They are made in pieces, each durable by itself; a repeat under the same request id makes those that are
 * missing.
 *
 * <p>Never blocks; thread-safe. Refusals are {@link ProblemException}s.
 */
public final class BackfillDesk {

    public static final int LIMIT_DEFAULT = 1_000;
    public static final int LIMIT_MAX = 10_000;

    /**
     * @param from first nominal time of the window
     * @param to the end of the window, not in it
     * @param limit occurrences to look at; null: the default
     * @param requestId null: a new one is made
     */
    public record Wanted(
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable Integer limit,
            @Nullable String requestId) {

        public Wanted named(String request) {
            return new Wanted(from, to, limit, request);
        }
    }

    /** @param runId null in a preview */
    public record Made(@Nullable RunId runId, Instant nominalAt) {}

    /** @param continueFrom where the window goes on that has more occurrences than the limit; null at its end */
    public record Answer(List<Made> runs, @Nullable Instant continueFrom) {}

    private final JobDesk desk;
    private final History history;
    private final ClaimPlanner planner;
    private final TimeSource time;
    private final Executor queries;

    /** @param queries runs what asks the database, and what looks for occurrences */
    public BackfillDesk(JobDesk desk, History history, ScheduleCompiler schedules, TimeSource time, Executor queries) {
        this.desk = desk;
        this.history = history;
        this.planner = new ClaimPlanner(schedules);
        this.time = time;
        this.queries = queries;
    }

    /**
     * @param preview nothing is written
     * @param violations what the door found wrong already
     */
    public CompletableFuture<Answer> backfill(
            Principal principal, JobId job, Wanted wanted, boolean preview, Violations violations) {
        Window window = window(wanted, violations);
        String requestId = wanted.requestId == null ? desk.newId().toString() : wanted.requestId;
        return CompletableFuture.supplyAsync(
                        () -> occurrences(history.job(principal, job).job(), window), queries)
                .thenCompose(found ->
                        preview ? CompletableFuture.completedFuture(found) : make(principal, job, found, requestId, 0));
    }

    private record Window(Instant from, Instant to, int limit) {}

    private Window window(Wanted wanted, Violations violations) {
        Instant from = bound("from", wanted.from, violations);
        Instant to = bound("to", wanted.to, violations);
        int limit = wanted.limit == null ? LIMIT_DEFAULT : wanted.limit;
        if (limit < 1 || limit > LIMIT_MAX) {
            violations.add("limit", "must be from 1 to " + LIMIT_MAX);
        }
        String fault = wanted.requestId == null ? null : Texts.fault(wanted.requestId, JobDesk.REQUEST_ID_CHARS_MAX);
        if (fault != null) {
            violations.add("request_id", fault);
        }
        if (to.isAfter(time.now())) {
            violations.add("to", "must not lie in the future; what comes will run by itself");
        }
        if (!from.isBefore(to)) {
            violations.add("to", "must be later than from");
        }
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        return new Window(from, to, limit);
    }

    private static Instant bound(String field, @Nullable Instant given, Violations violations) {
        if (given == null) {
            violations.add(field, "is required");
            return Instant.EPOCH;
        }
        if (!Timestamps.inRange(given)) {
            violations.add(field, Timestamps.RANGE);
        }
        return given;
    }

    private Answer occurrences(Job job, Window window) {
        List<Made> runs = new ArrayList<>();
        Job next = planner.planFrom(job, window.from.minusNanos(1_000));
        Instant nominal = next.nextNominalAt();
        while (nominal != null && nominal.isBefore(window.to)) {
            if (runs.size() == window.limit) {
                return new Answer(runs, nominal);
            }
            runs.add(new Made(null, nominal));
            next = planner.planFrom(next, nominal);
            nominal = next.nextNominalAt();
        }
        return new Answer(runs, null);
    }

    private CompletableFuture<Answer> make(Principal principal, JobId job, Answer found, String requestId, int made) {
        if (made == found.runs.size()) {
            return CompletableFuture.completedFuture(named(job, found, requestId));
        }
        int end = Math.min(found.runs.size(), made + JobCommand.Backfill.NOMINALS_MAX);
        List<Instant> piece =
                found.runs.subList(made, end).stream().map(Made::nominalAt).toList();
        return desk.backfill(principal, job, piece, requestId)
                .thenCompose(done -> make(principal, job, found, requestId, end));
    }

    private static Answer named(JobId job, Answer found, String requestId) {
        return new Answer(
                found.runs.stream()
                        .map(run -> new Made(RunId.of(job, run.nominalAt, Trigger.BACKFILL, requestId), run.nominalAt))
                        .toList(),
                found.continueFrom);
    }
}
