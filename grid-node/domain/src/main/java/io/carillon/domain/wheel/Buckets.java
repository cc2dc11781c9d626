package io.carillon.domain.wheel;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The buckets of a {@link TimingWheel}: 13 levels of 32. A bucket of level {@code n} spans {@code 32^n} microseconds, so
 * level and number of a bucket are a digit, in base 32, of the deadlines it holds.
 *
 * <p>Which level a timer belongs to depends on the wheel's cursor: it is the highest digit in which its deadline and the
 * cursor differ. Hence every timer of a level is due before every timer of the levels above, and within a level the
 * bucket with the lower digit is due first. The 65 bits of 13 digits hold every {@code long}.
 */
final class Buckets<T> {
    static final int NONE = -1;

    private static final int DIGIT_BITS = 5;
    private static final int WIDTH = 1 << DIGIT_BITS;
    private static final int LEVELS = (Long.SIZE + DIGIT_BITS - 1) / DIGIT_BITS;

    private final List<TimerList<T>> lists = IntStream.range(0, LEVELS * WIDTH)
            .mapToObj(index -> new TimerList<T>())
            .toList();

    /** One bit a bucket. Set while the bucket holds timers, and possibly still after its last one was cancelled. */
    private final int[] occupied = new int[LEVELS];

    /** For an occupied bucket, the earliest deadline put into it since it was empty; cancelling does not raise it. */
    private final long[] earliestMicros = new long[LEVELS * WIDTH];

    Buckets() {
        Arrays.fill(earliestMicros, Long.MAX_VALUE);
    }

    /** Puts a timer where it belongs; its deadline must lie after the cursor. */
    void add(Timer<T> timer, long cursorMicros) {
        long deadlineMicros = timer.deadlineMicros();
        int level = highestDifferingDigit(deadlineMicros, cursorMicros);
        int index = occupy(level, digit(deadlineMicros, level), deadlineMicros);
        lists.get(index).append(timer);
    }

    /** The bucket that holds the earliest deadline of all, or {@link #NONE}. */
    int first() {
        for (int level = 0; level < LEVELS; level++) {
            while (occupied[level] != 0) {
                int digit = Integer.numberOfTrailingZeros(occupied[level]);
                int index = level * WIDTH + digit;
                if (!lists.get(index).isEmpty()) {
                    return index;
                }
                vacate(level, digit);
            }
        }
        return NONE;
    }

    /** No timer of this occupied bucket is due earlier; exact unless the earliest one was cancelled. */
    long earliestMicros(int index) {
        return earliestMicros[index];
    }

    /** The first instant that belongs to this occupied bucket. */
    long startMicros(int index) {
        return earliestMicros[index] & -spanMicros(index / WIDTH);
    }

    /** The last instant that belongs to this occupied bucket. */
    long endMicros(int index) {
        return earliestMicros[index] | (spanMicros(index / WIDTH) - 1);
    }

    static long spanMicros(int level) {
        return 1L << (level * DIGIT_BITS);
    }

    /** Moves all timers of a bucket to the end of {@code target}. */
    void empty(int index, TimerList<T> target) {
        target.takeAll(lists.get(index));
        vacate(index / WIDTH, index % WIDTH);
    }

    /**
     * Restores the placement rule for a cursor that goes back. Above the highest digit that changes nothing differs; below
     * it every timer agrees with the old cursor in that digit, so all these belong into the one bucket the cursor leaves.
     */
    void moveCursorBack(long fromMicros, long toMicros) {
        int changed = highestDifferingDigit(fromMicros, toMicros);
        int left = digit(fromMicros, changed);
        TimerList<T> target = lists.get(changed * WIDTH + left);
        for (int level = 0; level < changed; level++) {
            while (occupied[level] != 0) {
                int digit = Integer.numberOfTrailingZeros(occupied[level]);
                int index = level * WIDTH + digit;
                occupy(changed, left, earliestMicros[index]);
                empty(index, target);
            }
        }
    }

    private int occupy(int level, int digit, long deadlineMicros) {
        int index = level * WIDTH + digit;
        occupied[level] |= 1 << digit;
        earliestMicros[index] = Math.min(earliestMicros[index], deadlineMicros);
        return index;
    }

    private void vacate(int level, int digit) {
        occupied[level] &= ~(1 << digit);
        earliestMicros[level * WIDTH + digit] = Long.MAX_VALUE;
    }

    /** The two instants must differ. */
    private static int highestDifferingDigit(long a, long b) {
        return (Long.SIZE - 1 - Long.numberOfLeadingZeros(a ^ b)) / DIGIT_BITS;
    }

    /** The sign bit is flipped, so that digits of negative instants come before those of positive ones. */
    private static int digit(long micros, int level) {
        return (int) ((micros ^ Long.MIN_VALUE) >>> (level * DIGIT_BITS)) & (WIDTH - 1);
    }
}
