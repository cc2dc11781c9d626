package io.carillon.member.recount;

import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Recount;
import io.carillon.domain.ledger.Recount.Sum;
import io.carillon.domain.ledger.Recount.Window;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.LedgerStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recounts some definitions at a time, and after the last one the first again. For one thread. */
public final class SampleRecount {

    private final LedgerStore store;
    private @Nullable RevisionKey after;

    public SampleRecount(LedgerStore store) {
        this.store = store;
    }

    /**
     * The next definitions, in a window of the past.
     *
     * @param definitions at most
     */
    public Sum next(int definitions, Window window, Instant now, ScheduleCompiler schedules) {
        List<RevisionKey> keys = store.revisionsAfter(after, definitions);
        after = keys.size() < definitions ? null : keys.get(keys.size() - 1);
        List<JobRevision> revisions = keys.isEmpty() ? List.of() : store.revisions(keys, window.from(), window.to());
        Recount recount = Recount.of(revisions, each -> window, now, schedules);
        Auditor auditor = new Auditor(store, schedules);
        Sum sum = Sum.NONE;
        while (!recount.question().isEmpty()) {
            sum = sum.plus(auditor.next(recount, now));
        }
        return sum;
    }

    /** Whether the next call begins with the first definition. */
    public boolean through() {
        return after == null;
    }
}
