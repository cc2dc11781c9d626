package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.Ledger;
import io.carillon.domain.ledger.OwedSpan;
import io.carillon.domain.ledger.RunMark;
import io.carillon.domain.ledger.Tally;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a job, counted again from its definitions with every question. Blocks for a few round trips to the database;
 * refusals are {@link ProblemException}s. Thread-safe.
 */
public final class LedgerDesk {

    public static final int LIMIT_MAX = 10_000;

    /** Occurrences that one page may look at: some tens of milliseconds of work. */
    static final int LOOKS_MAX = 100_000;

    private final LedgerStore store;
    private final Ledger ledger;
    private final Duration retention;
    private final TimeSource time;

    /** @param retention runs of older days are gone, so that nothing can be said of them */
    public LedgerDesk(LedgerStore store, ScheduleCompiler schedules, Duration retention, TimeSource time) {
        this.store = store;
        this.ledger = new Ledger(schedules);
        this.retention = retention;
        this.time = time;
    }

    /**
     * @param from inclusive; null, or before what history keeps: its beginning
     * @param to exclusive; null: now
     * @param limit of runs, and of skips
     * @param cursor of the page before; null: the first page
     */
    public LedgerPage page(
            Principal principal,
            JobId id,
            @Nullable Instant from,
            @Nullable Instant to,
            int limit,
            @Nullable String cursor) {
        Instant now = time.now();
        Instant end = Objects.requireNonNullElse(to, now);
        if (from != null && end.isBefore(from)) {
            throw Problem.invalid("to", "must not be before from").toException();
        }
        Instant begin = later(from, now.minus(retention).truncatedTo(ChronoUnit.DAYS));
        if (cursor != null) {
            Instant next = LedgerCursor.decode(id, cursor);
            if (next == null) {
                throw Problem.invalid("cursor", "is not a cursor of this list").toException();
            }
            begin = later(next, begin);
        }
        return count(principal, id, begin, later(end, begin), limit, now);
    }

    private LedgerPage count(Principal principal, JobId id, Instant from, Instant to, int limit, Instant now) {
        JobAccounts accounts = History.read(() -> store.accounts(principal, id, from, to, limit))
                .orElseThrow(() -> History.notFound("no job " + id));
        Job job = accounts.job();
        List<RunMark> marks = accounts.runs().stream()
                .map(run -> new RunMark(run.revision(), run.nominalAt()))
                .toList();
        List<OwedSpan> spans = OwedSpan.of(accounts.revisions(), job.status(), job.plannedThrough(), now);
        Tally tally = ledger.count(spans, from, accounts.completeTo(), marks, accounts.skips(), LOOKS_MAX);
        Instant counted = tally.countedTo();
        return new LedgerPage(
                id,
                from,
                job.plannedThrough(),
                tally,
                accounts.runs().stream()
                        .filter(run -> run.nominalAt().isBefore(counted))
                        .sorted(Comparator.comparing(Run::nominalAt))
                        .toList(),
                now,
                counted.isBefore(to) ? LedgerCursor.encode(id, counted) : null);
    }

    private static Instant later(@Nullable Instant one, Instant other) {
        return one == null || one.isBefore(other) ? other : one;
    }
}
