package io.carillon.domain.ledger;

import io.carillon.domain.plan.SkipRange;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The skips of one revision, which take as many nominal times as each counts. A range may have runs inside it, and other
 * ranges; then the one that began last takes first.
 */
final class SkipShelf {

    /** @param used some of its times are owed, only not as many as it counts */
    record Left(Instant nominalFirst, long n, boolean used) {}

    private static final class Range {
        private final SkipRange skip;
        private final boolean cut;
        private long taken;
        private @Nullable Instant first;
        private @Nullable Instant last;

        Range(SkipRange skip, boolean cut) {
            this.skip = skip;
            this.cut = cut;
        }

        /** One that began before the window has given some of its number to times that nobody looks at here. */
        boolean hasMore() {
            return cut || taken < skip.n();
        }

        void take(Instant nominal) {
            taken++;
            first = first == null ? nominal : first;
            last = nominal;
        }
    }

    private final Deque<Range> coming = new ArrayDeque<>();
    private final Deque<Range> open = new ArrayDeque<>();
    private final List<Range> passed = new ArrayList<>();

    /**
     * To be called in the order of their first times.
     *
     * @param cut it began before the window
     */
    void add(SkipRange skip, boolean cut) {
        coming.addLast(new Range(skip, cut));
    }

    boolean takes(Instant nominal) {
        moveTo(nominal);
        for (Range range : open) {
            if (range.hasMore()) {
                range.take(nominal);
                return true;
            }
        }
        return false;
    }

    /** What ranges that end before {@code to} count beyond the times that were there for them. */
    List<Left> leftBefore(Instant to) {
        moveTo(to);
        List<Left> left = new ArrayList<>();
        for (Range range : passed) {
            if (!range.cut && range.taken < range.skip.n()) {
                left.add(new Left(range.skip.nominalFirst(), range.skip.n() - range.taken, range.taken > 0));
            }
        }
        return left;
    }

    /** What each range accounts for here: of one that reaches beyond the window, the part inside. */
    List<SkipRange> taken() {
        List<SkipRange> taken = new ArrayList<>();
        Stream.concat(passed.stream(), open.stream()).forEach(range -> {
            SkipRange skip = range.skip;
            if (range.first != null && range.last != null) {
                taken.add(new SkipRange(
                        skip.jobId(), skip.revision(), range.first, range.last, range.taken, skip.reason()));
            }
        });
        return taken;
    }

    private void moveTo(Instant nominal) {
        while (!coming.isEmpty() && !coming.getFirst().skip.nominalFirst().isAfter(nominal)) {
            open.addFirst(coming.removeFirst());
        }
        for (Iterator<Range> each = open.iterator(); each.hasNext(); ) {
            Range range = each.next();
            if (range.skip.nominalLast().isBefore(nominal)) {
                each.remove();
                passed.add(range);
            }
        }
    }
}
