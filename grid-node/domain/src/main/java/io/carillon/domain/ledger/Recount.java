package io.carillon.domain.ledger;

import io.carillon.domain.id.JobId;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.schedule.ScheduleCompiler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Recounts many jobs at once: it cuts what they owe in a window into slices of bounded size, asks for the rows of a bounded
 * number of occurrences at a time, and judges each slice by itself. Whoever calls it decides the pace.
 */
public final class Recount {

    /** What one question for rows is about, at most. */
    public static final int OCCURRENCES_MAX = 10_000;

    private static final long MICRO = 1_000;

    /** A slice that does not close, with all that was found in it. */
    public record Hole(JobId job, Slice slice, Tally tally) {}

    /** @param occurrences that were owed */
    public record Sum(long occurrences, long unaccounted, List<Hole> holes) {
        public static final Sum NONE = new Sum(0, 0, List.of());

        public Sum {
            holes = List.copyOf(holes);
        }

        public Sum plus(Sum other) {
            List<Hole> all = new ArrayList<>(holes);
            all.addAll(other.holes);
            return new Sum(occurrences + other.occurrences, unaccounted + other.unaccounted, all);
        }
    }

    private record Part(Slice slice, OwedSpan span, int owed) {}

    private final Ledger ledger;
    private final List<Part> parts = new ArrayList<>();

    private Recount(ScheduleCompiler schedules) {
        this.ledger = new Ledger(schedules);
    }

    /**
     * What these definitions owe in their windows, cut into questions.
     *
     * @param windowOf the window of a definition; null: none of it
     */
    public static Recount of(
            List<JobRevision> revisions,
            Function<JobRevision, @Nullable Window> windowOf,
            Instant now,
            ScheduleCompiler schedules) {
        Recount recount = new Recount(schedules);
        for (JobRevision each : revisions) {
            Window window = windowOf.apply(each);
            if (window != null) {
                recount.cut(
                        each.job(),
                        OwedSpan.of(List.of(each.revision()), each.status(), each.plannedThrough(), now),
                        window);
            }
        }
        return recount;
    }

    /** From inclusive, to exclusive. */
    public record Window(Instant from, Instant to) {}

    /** The next question: slices whose rows are wanted. Empty when all are judged. */
    public List<Slice> question() {
        return parts.subList(0, batch()).stream().map(Part::slice).toList();
    }

    /** Judges the slices of the last question, which are done with then. */
    public Sum judge(List<Marks> rows) {
        int batch = batch();
        long occurrences = 0;
        long unaccounted = 0;
        List<Hole> holes = new ArrayList<>();
        for (int i = 0; i < batch; i++) {
            Part part = parts.get(i);
            Tally tally = judge(part, rows.get(i));
            occurrences += tally.expected();
            unaccounted += tally.unaccounted();
            if (!tally.discrepancies().isEmpty()) {
                holes.add(new Hole(part.slice().job(), part.slice(), tally));
            }
        }
        parts.subList(0, batch).clear();
        return new Sum(occurrences, unaccounted, holes);
    }

    private Tally judge(Part part, Marks marks) {
        long revision = part.span().revision();
        List<RunMark> runs =
                marks.runs().stream().filter(run -> run.revision() == revision).toList();
        List<SkipRange> skips = marks.skips().stream()
                .filter(skip -> skip.revision() == revision)
                .toList();
        return ledger.count(
                List.of(part.span()), part.slice().from(), part.slice().to(), runs, skips, OCCURRENCES_MAX + 1);
    }

    /** The window is divided among the spans, so that no row is judged twice, and each is judged by the span it may belong to. */
    private void cut(JobId job, List<OwedSpan> spans, Window window) {
        Instant from = window.from();
        for (int i = 0; i < spans.size(); i++) {
            Instant end = i + 1 < spans.size() ? spans.get(i + 1).after().plusNanos(MICRO) : window.to();
            Instant to = end.isBefore(window.to()) ? end : window.to();
            if (from.isBefore(to)) {
                cut(job, spans.get(i), new Window(from, to));
                from = to;
            }
        }
    }

    private void cut(JobId job, OwedSpan span, Window window) {
        Instant from = window.from();
        while (from.isBefore(window.to())) {
            Ledger.Reach reach = ledger.reach(span, from, window.to(), OCCURRENCES_MAX);
            if (reach.occurrences() > 0) {
                parts.add(new Part(new Slice(job, from, reach.to()), span, reach.occurrences()));
            }
            from = reach.to();
        }
    }

    private int batch() {
        int owed = 0;
        int n = 0;
        while (n < parts.size() && (n == 0 || owed + parts.get(n).owed() <= OCCURRENCES_MAX)) {
            owed += parts.get(n).owed();
            n++;
        }
        return n;
    }
}
