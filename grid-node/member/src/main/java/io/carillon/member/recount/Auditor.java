package io.carillon.member.recount;

import io.carillon.domain.access.Principal;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.Ledger;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.OwedSpan;
import io.carillon.domain.ledger.Recount;
import io.carillon.domain.ledger.Recount.Hole;
import io.carillon.domain.ledger.Recount.Sum;
import io.carillon.domain.ledger.RunMark;
import io.carillon.domain.ledger.Slice;
import io.carillon.domain.ledger.Tally;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.LedgerStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Answers a recount's questions from the database. What looks like a hole is looked at again, plan and rows in one
 * snapshot: an edit, a pause or a deletion that came between two statements is none.
 */
public final class Auditor {

    private final LedgerStore store;
    private final Ledger ledger;

    public Auditor(LedgerStore store, ScheduleCompiler schedules) {
        this.store = store;
        this.ledger = new Ledger(schedules);
    }

    /** One question of the recount, answered and judged. */
    public Sum next(Recount recount, Instant now) {
        List<Slice> slices = recount.question();
        if (slices.isEmpty()) {
            return Sum.NONE;
        }
        List<Marks> marks = store.marks(slices);
        Sum judged = recount.judge(marks);
        List<Hole> confirmed = new ArrayList<>();
        for (Hole hole : judged.holes()) {
            confirm(hole.slice(), now).ifPresent(confirmed::add);
        }
        long unaccounted =
                confirmed.stream().mapToLong(hole -> hole.tally().unaccounted()).sum();
        return new Sum(judged.occurrences(), unaccounted, confirmed);
    }

    private Optional<Hole> confirm(Slice slice, Instant now) {
        return store.accounts(Principal.ANONYMOUS, slice.job(), slice.from(), slice.to(), Recount.OCCURRENCES_MAX)
                .map(accounts -> new Hole(slice.job(), slice, tally(accounts, slice, now)))
                .filter(hole -> !hole.tally().discrepancies().isEmpty());
    }

    private Tally tally(JobAccounts accounts, Slice slice, Instant now) {
        List<RunMark> runs = accounts.runs().stream()
                .map(run -> new RunMark(run.revision(), run.nominalAt()))
                .toList();
        return ledger.count(
                OwedSpan.of(
                        accounts.revisions(),
                        accounts.job().status(),
                        accounts.job().plannedThrough(),
                        now),
                slice.from(),
                accounts.completeTo(),
                runs,
                accounts.skips(),
                Recount.OCCURRENCES_MAX);
    }
}
