package io.carillon.domain.ledger;

import io.carillon.domain.ledger.Discrepancy.Kind;
import io.carillon.domain.ledger.Tally.PauseSoFar;
import io.carillon.domain.plan.SkipRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One count under way: owed times come in order, and each takes the row that accounts for it. */
final class Counting {

    /** Enough to see what kind of hole it is; the number of missing ones is exact all the same. */
    private static final int SHOWN_MAX = 100;

    private final Instant from;
    private final Map<RunMark, Integer> runs = new HashMap<>();
    private final Map<Long, SkipShelf> shelves = new TreeMap<>();
    private final List<Discrepancy> found = new ArrayList<>();
    private long expected;
    private long inRuns;
    private long unaccounted;
    private @Nullable PauseSoFar pause;

    Counting(Instant from, List<RunMark> runs, List<SkipRange> skips) {
        this.from = from;
        runs.forEach(run -> this.runs.merge(run, 1, Integer::sum));
        skips.stream()
                .sorted(Comparator.comparing(SkipRange::nominalFirst))
                .forEach(skip -> shelves.computeIfAbsent(skip.revision(), n -> new SkipShelf())
                        .add(skip, skip.nominalFirst().isBefore(from)));
    }

    void owed(OwedSpan span, Instant nominal) {
        expected++;
        SkipShelf shelf = shelves.get(span.revision());
        Integer asRuns = runs.remove(new RunMark(span.revision(), nominal));
        if (asRuns != null) {
            inRuns++;
            if (asRuns > 1) {
                found(Kind.DOUBLED, span.revision(), nominal, asRuns - 1);
            }
            return;
        }
        if (shelf != null && shelf.takes(nominal)) {
            return;
        }
        if (span.inPause()) {
            pause = pause == null
                    ? new PauseSoFar(span.revision(), nominal, nominal, 1)
                    : new PauseSoFar(pause.revision(), pause.nominalFirst(), nominal, pause.n() + 1);
        } else {
            unaccounted++;
            found(Kind.MISSING, span.revision(), nominal, 1);
        }
    }

    /** @param to exclusive: what lies there or later was not looked at */
    Tally tally(Instant to) {
        runs.forEach((run, n) -> {
            if (!run.nominalAt().isBefore(from) && run.nominalAt().isBefore(to)) {
                found(Kind.NOT_OWED, run.revision(), run.nominalAt(), n);
            }
        });
        shelves.forEach((revision, shelf) -> shelf.leftBefore(to)
                .forEach(left ->
                        found(left.used() ? Kind.DOUBLED : Kind.NOT_OWED, revision, left.nominalFirst(), left.n())));
        found.sort(Comparator.comparing(Discrepancy::nominalAt));
        List<Discrepancy> shown = found.size() > SHOWN_MAX ? found.subList(0, SHOWN_MAX) : found;
        List<SkipRange> skips = shelves.values().stream()
                .flatMap(shelf -> shelf.taken().stream())
                .sorted(Comparator.comparing(SkipRange::nominalFirst))
                .toList();
        return new Tally(expected, inRuns, skips, pause, unaccounted, shown, to);
    }

    private void found(Kind kind, long revision, Instant nominal, long n) {
        if (found.size() <= SHOWN_MAX) {
            found.add(new Discrepancy(kind, revision, nominal, n));
        }
    }
}
