package io.carillon.app.recount;

import io.carillon.app.settings.SettingsException;
import io.carillon.domain.id.JobId;
import io.carillon.domain.ledger.Discrepancy;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Recount;
import io.carillon.domain.ledger.Recount.Hole;
import io.carillon.domain.ledger.Recount.Sum;
import io.carillon.domain.ledger.Recount.Window;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.member.recount.Auditor;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One recount of a window over all definitions, page by page, with what does not fit as its output. */
final class Audit {

    private static final int KEYS_PER_PAGE = 1_000;

    private final LedgerStore store;
    private final ScheduleCompiler schedules;
    private final TimeSource time;
    private final Duration retention;
    private final PrintStream out;

    private final Set<JobId> jobs = new HashSet<>();
    private long revisions;
    private long occurrences;
    private long unaccounted;
    private long doubled;
    private long notOwed;

    /** @param retention runs of older days are gone, so that nothing can be said of them */
    Audit(LedgerStore store, ScheduleCompiler schedules, TimeSource time, Duration retention, PrintStream out) {
        this.store = store;
        this.schedules = schedules;
        this.time = time;
        this.retention = retention;
        this.out = out;
    }

    /** @return true if all is accounted for, once */
    boolean run(AuditRequest request) {
        Instant now = time.now();
        Instant oldest = now.minus(retention).truncatedTo(ChronoUnit.DAYS);
        Instant from = request.from() == null || request.from().isBefore(oldest) ? oldest : request.from();
        Instant to = Objects.requireNonNullElse(request.to(), now);
        if (request.from() != null && request.from().isBefore(oldest)) {
            out.println("note history=" + oldest + " runs of days before it are gone, so it is counted from there");
        }
        Window window = new Window(from, to);
        RevisionKey after = request.job() == null ? null : new RevisionKey(request.job(), 0);
        boolean more = from.isBefore(to);
        while (more) {
            List<RevisionKey> keys = store.revisionsAfter(after, KEYS_PER_PAGE);
            List<RevisionKey> wanted = keys.stream()
                    .filter(key -> request.job() == null || key.job().equals(request.job()))
                    .toList();
            page(wanted, request.owner(), window, now);
            more = keys.size() == KEYS_PER_PAGE && wanted.size() == keys.size();
            after = keys.isEmpty() ? after : keys.get(keys.size() - 1);
        }
        if (jobs.isEmpty() && request.job() != null && from.isBefore(to)) {
            throw new SettingsException("no job " + request.job() + " was there in that time");
        }
        out.println("audited from=" + from + " to=" + to + " jobs=" + jobs.size() + " revisions=" + revisions
                + " occurrences=" + occurrences + " unaccounted=" + unaccounted + " doubled=" + doubled + " not_owed="
                + notOwed);
        return unaccounted + doubled + notOwed == 0;
    }

    private void page(List<RevisionKey> keys, @Nullable String owner, Window window, Instant now) {
        if (keys.isEmpty()) {
            return;
        }
        List<JobRevision> found = store.revisions(keys, window.from(), window.to()).stream()
                .filter(each ->
                        owner == null || each.revision().definition().ownerId().equals(owner))
                .toList();
        found.forEach(each -> jobs.add(each.job()));
        revisions += found.size();
        Recount recount = Recount.of(found, each -> window, now, schedules);
        Auditor auditor = new Auditor(store, schedules);
        while (!recount.question().isEmpty()) {
            Sum sum = auditor.next(recount, now);
            occurrences += sum.occurrences();
            sum.holes().forEach(this::show);
        }
    }

    private void show(Hole hole) {
        unaccounted += hole.tally().unaccounted();
        for (Discrepancy each : hole.tally().discrepancies()) {
            switch (each.kind()) {
                case MISSING -> {}
                case DOUBLED -> doubled += each.n();
                case NOT_OWED -> notOwed += each.n();
            }
            out.println("hole job=" + hole.job() + " revision=" + each.revision() + " kind="
                    + each.kind().name().toLowerCase(Locale.ROOT) + " nominal_at=" + each.nominalAt() + " n="
                    + each.n());
        }
    }
}
