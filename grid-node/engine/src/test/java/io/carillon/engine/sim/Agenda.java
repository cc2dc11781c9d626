package io.carillon.engine.sim;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** True time, and what happens when: the one queue of a simulation, in order of time and then of entry. */
final class Agenda {

    private record Entry(long atMicros, long sequence, Runnable action) {}

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::atMicros).thenComparingLong(Entry::sequence));
    private long nowMicros;
    private long sequence;

    /** Microseconds since the beginning. */
    long nowMicros() {
        return nowMicros;
    }

    /** Never at once, not even for zero. */
    void after(Duration delay, Runnable action) {
        entries.add(new Entry(nowMicros + Math.max(0, delay.toNanos() / 1_000), sequence++, action));
    }

    /** Goes on to the next entry and does it; false if there is none before the end. */
    boolean step(long endMicros) {
        Entry next = entries.peek();
        if (next == null || next.atMicros > endMicros) {
            nowMicros = Math.max(nowMicros, endMicros);
            return false;
        }
        entries.remove();
        nowMicros = Math.max(nowMicros, next.atMicros);
        next.action.run();
        return true;
    }
}
