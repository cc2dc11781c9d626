package io.carillon.domain.wheel;

import java.util.function.Consumer;

/**
 * A hierarchical timing wheel that has no thread and no clock: the caller says what time it is, and how much work may be
 * done now, and is handed what is due. All instants are microseconds since the epoch; every {@code long} is allowed.
 *
 * <h2>Buckets and ranges</h2>
 *
 * Instants are read as numbers in base 32. There are 13 levels, one a digit, of 32 buckets each:
 *
 * <pre>
 *   level     0      1        2         3        4       5       6        7      8        9       10      11 .. 12
 *   span   1 us  32 us  1.024 ms  32.8 ms   1.05 s  33.6 s  17.9 min  9.5 h  12.7 d   1.1 y   35.7 y    the rest
 * </pre>
 *
 * The wheel has a <em>cursor</em>, the instant up to which it has worked. A timer lives in the level of the highest digit
 * in which its deadline differs from the cursor, in the bucket numbered by that digit of its deadline. So the buckets of
 * a level that can be occupied are those after the cursor's own digit, all of level 0 is due before all of level 1, and
 * so on: the earliest timer is in the first occupied bucket of the lowest occupied level, found by one bit mask a level.
 * As there is a level for every digit, no deadline is too far, and nothing ever wraps around.
 *
 * <p>To advance to {@code now}, take the first occupied bucket as long as it begins at or before {@code now}:
 *
 * <ul>
 *   <li>If it is no wider than 1.024 ms and wholly past, all its timers are due: move the cursor to its end and fire them.
 *   <li>Otherwise open it: move the cursor to its beginning and place each of its timers anew. They agree with the cursor
 *       in this digit now, so every one sinks at least one level, or is due.
 * </ul>
 *
 * When no bucket begins at or before {@code now}, the cursor becomes {@code now}. Empty stretches cost nothing.
 *
 * <h2>An example</h2>
 *
 * The cursor is 0. A is due at 5, B at 40 = 1·32 + 8, C at 70 = 2·32 + 6, D at 2000 = 1·1024 + 30·32 + 16:
 *
 * <pre>
 *   scheduled         level 0: A in bucket 5     level 1: B in bucket 1, C in bucket 2     level 2: D in bucket 1
 *   advance to 4      A's bucket is [5,5]: not yet. Cursor 4.
 *   advance to 50     [5,5] is past: cursor 5, A fires.
 *                     B's bucket is [32,63], begun but not past: cursor 32, B sinks to level 0, bucket 8.
 *                     [40,40] is past: cursor 40, B fires. C's bucket begins at 64: not yet. Cursor 50.
 *   advance to 2100   [64,95] is past: cursor 95, C fires. [1024,2047] is past: cursor 2047, D fires. Cursor 2100.
 *   schedule E at 80  That is not after the cursor: E waits for the next advance.
 *   advance to 60     Time went back. Cursor 60; E is not due, and goes to level 1, bucket 2.
 * </pre>
 *
 * <h2>What holds</h2>
 *
 * <ul>
 *   <li>A timer fires exactly once unless cancelled, and never while {@code now} is before its deadline.
 *   <li>After an advance that did not use up its budget, nothing due is left.
 *   <li>Timers fire in the order of their ticks of 1.024 ms ({@code deadline >> 10}); within a tick in no promised order.
 *       A timer scheduled too late, when the wheel had passed its tick already, comes when it can.
 *   <li>What the sink schedules fires in a later advance, even if it is due already.
 *   <li>When time goes back nothing fires twice, and what is pending fires by the new time.
 * </ul>
 *
 * Between calls: every timer is in exactly one of the buckets, or in {@code late} (scheduled at or before the cursor), or
 * in {@code unplaced} (its bucket was opened and the budget ended), or in {@code due} (at or before the cursor, not yet
 * fired). In a bucket its deadline is after the cursor, and the placement rule above holds.
 *
 * <h2>Costs</h2>
 *
 * Schedule, cancel and {@link #nextDeadlineMicros()} take constant time. A timer is moved at most once a level: one that
 * is scheduled within the minute ahead is moved four times at most before it fires. 40 bytes a timer beside its value;
 * 12 kB a wheel. Going back in time touches each bucket once, whatever is in them.
 *
 * <h2>Threads</h2>
 *
 * Not safe for use by several threads at once: one thread owns the wheel and its timers. The sink runs on it and may
 * schedule and cancel, but not advance. If the sink throws, its timer counts as fired, and the wheel can be used further.
 *
 * @param <T> what is handed out when a deadline has come
 */
public final class TimingWheel<T> {
    private static final long WIDEST_FIRED_WHOLE_MICROS = Buckets.spanMicros(2);

    private final Buckets<T> buckets = new Buckets<>();
    private final TimerList<T> late = new TimerList<>();
    private final TimerList<T> unplaced = new TimerList<>();
    private final TimerList<T> due = new TimerList<>();

    private long cursorMicros;
    private long advancingToMicros;
    private boolean advancing;
    private int size;

    /** Makes an empty wheel. The start is only a hint; the present spares the first timers some moves. */
    public TimingWheel(long startMicros) {
        this.cursorMicros = startMicros;
    }

    /** Adds a timer. If the deadline is past already it fires in the next advance. */
    public Timer<T> schedule(T value, long deadlineMicros) {
        Timer<T> timer = new Timer<>(this, value, deadlineMicros);
        if (deadlineMicros <= (advancing ? advancingToMicros : cursorMicros)) {
            late.append(timer);
        } else {
            buckets.add(timer, cursorMicros);
        }
        size++;
        return timer;
    }

    /**
     * Hands what is due at {@code nowMicros} to the sink. Each timer that is fired or moved to a lower level uses one unit
     * of the budget; when it is used up, the next advance goes on from there. Whether something is left to do now is told
     * by {@link #nextDeadlineMicros()} being at or before {@code nowMicros}.
     *
     * @param budget at least 1
     * @return how many timers fired; may be 0 although the budget was used up
     */
    public int advance(long nowMicros, int budget, Consumer<? super T> sink) {
        if (budget < 1) {
            throw new IllegalArgumentException("budget must be at least 1, was " + budget);
        }
        if (advancing) {
            throw new IllegalStateException("advance was called from within the sink of an advance");
        }
        if (nowMicros < cursorMicros) {
            goBack(nowMicros);
        }
        unplaced.takeAll(late);
        advancingToMicros = nowMicros;
        advancing = true;
        try {
            return fireUpTo(nowMicros, budget, sink);
        } finally {
            advancing = false;
        }
    }

    /**
     * A lower bound of all pending deadlines, to park on: {@link Long#MAX_VALUE} if nothing is pending, and
     * {@link Long#MIN_VALUE} if work is waiting for an advance. After an advance that did not use up its budget it lies
     * after that advance's time. It is exact unless the timer it belonged to was cancelled; waking up for that one corrects it.
     */
    public long nextDeadlineMicros() {
        if (!due.isEmpty() || !unplaced.isEmpty() || !late.isEmpty()) {
            return Long.MIN_VALUE;
        }
        int first = buckets.first();
        return first == Buckets.NONE ? Long.MAX_VALUE : buckets.earliestMicros(first);
    }

    /** The number of timers that have neither fired nor been cancelled. */
    public int size() {
        return size;
    }

    void forgetOne() {
        size--;
    }

    private int fireUpTo(long nowMicros, int budget, Consumer<? super T> sink) {
        int fired = 0;
        for (int work = 0; work < budget; work++) {
            if (unplaced.isEmpty() && due.isEmpty() && !openNextBucket(nowMicros)) {
                cursorMicros = nowMicros;
                return fired;
            }
            if (unplaced.isEmpty()) {
                Timer<T> timer = due.removeFirst();
                size--;
                fired++;
                sink.accept(timer.value());
            } else {
                place(unplaced.removeFirst());
            }
        }
        return fired;
    }

    /** Moves the next bucket that has begun to where its timers are worked on; false if there is none. */
    private boolean openNextBucket(long nowMicros) {
        int first = buckets.first();
        if (first == Buckets.NONE || buckets.startMicros(first) > nowMicros) {
            return false;
        }
        long startMicros = buckets.startMicros(first);
        long endMicros = buckets.endMicros(first);
        if (endMicros <= nowMicros && endMicros - startMicros < WIDEST_FIRED_WHOLE_MICROS) {
            cursorMicros = endMicros;
            buckets.empty(first, due);
        } else {
            cursorMicros = startMicros;
            buckets.empty(first, unplaced);
        }
        return true;
    }

    private void place(Timer<T> timer) {
        if (timer.deadlineMicros() <= cursorMicros) {
            due.append(timer);
        } else {
            buckets.add(timer, cursorMicros);
        }
    }

    /** What was due may be due no longer, and is looked at again. */
    private void goBack(long nowMicros) {
        buckets.moveCursorBack(cursorMicros, nowMicros);
        unplaced.takeAll(due);
        cursorMicros = nowMicros;
    }
}
