package io.carillon.domain.plan;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Timing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much later than its nominal time an occurrence is due: a fraction that is fixed by the job's id, of a window that
 * depends on the gap to the next occurrence.
 *
 * <p>The fraction is below 1 and the window never wider than the gap. So an occurrence is always due before the next
 * nominal time, and due times rise strictly whatever the gaps are.
 */
final class Jitter {

    /** Schedules as sparse as this are flexible unless they say otherwise. */
    static final Duration FLEXIBLE_FROM = Duration.ofHours(1);
    /** Of a window that nobody chose. */
    static final Duration DEFAULT_MAX = Duration.ofMinutes(5);

    private static final int GAPS_PER_DEFAULT_WINDOW = 20;
    private static final double TWO_TO_53 = 0x1.0p53;

    private final JobDefinition definition;
    private final double fraction;

    Jitter(JobId id, JobDefinition definition) {
        this.definition = definition;
        this.fraction = fractionOf(id);
    }

    /** False: every window is zero, whatever the gap. */
    boolean isPossible() {
        Duration chosen = definition.jitter();
        return definition.timing() != Timing.EXACT && !definition.isOneOff() && (chosen == null || !chosen.isZero());
    }

    /** @param gap from the nominal time to the next one; null: it is the last one */
    Duration window(@Nullable Duration gap) {
        if (!isPossible()) {
            return Duration.ZERO;
        }
        Duration chosen = definition.jitter();
        if (chosen != null) {
            return gap == null ? chosen : shorter(chosen, gap);
        }
        if (gap == null) {
            return DEFAULT_MAX;
        }
        boolean flexible = definition.timing() == Timing.FLEXIBLE || gap.compareTo(FLEXIBLE_FROM) >= 0;
        return flexible ? shorter(gap.dividedBy(GAPS_PER_DEFAULT_WINDOW), DEFAULT_MAX) : Duration.ZERO;
    }

    /** In whole milliseconds, below the window. */
    Duration offset(@Nullable Duration gap) {
        return Duration.ofMillis((long) (window(gap).toMillis() * fraction));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    /**
     * In [0, 1), evenly spread and unrelated to the shard: a shard's jobs have all fractions. Never to be changed, as due
     * times would move with it.
     */
    static double fractionOf(JobId id) {
        long h = id.value().getMostSignificantBits() * 0x9e3779b97f4a7c15L
                + Long.rotateLeft(id.value().getLeastSignificantBits(), 17);
        h = (h ^ h >>> 30) * 0xbf58476d1ce4e5b9L;
        h = (h ^ h >>> 27) * 0x94d049bb133111ebL;
        h ^= h >>> 31;
        return (h >>> 11) / TWO_TO_53;
    }
}
