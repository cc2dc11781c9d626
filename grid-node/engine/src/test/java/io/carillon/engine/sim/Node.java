package io.carillon.engine.sim;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A process: a monotonic clock that runs a little fast or slow, and tasks that are done in the order in which they come,
 * not while it is frozen, and never once it is dead.
 */
final class Node {

    final String name;
    private final Agenda agenda;
    private final int driftPpm;
    private final long nanosAtStart;
    private final Deque<Runnable> missed = new ArrayDeque<>();
    private boolean frozen;
    private boolean isolated;
    private boolean dead;
    private long thawedAtMicros = Long.MIN_VALUE;

    /** @param driftPpm by how many millionths its clock is fast */
    Node(String name, Agenda agenda, int driftPpm, long nanosAtStart) {
        this.name = name;
        this.agenda = agenda;
        this.driftPpm = driftPpm;
        this.nanosAtStart = nanosAtStart;
    }

    /** Its monotonic clock, from an origin of its own; may overflow. */
    long nanos() {
        long micros = agenda.nowMicros();
        return nanosAtStart + micros * 1_000 + micros * driftPpm / 1_000;
    }

    /** Now, or when it is thawed, in the order of coming. */
    void run(Runnable task) {
        if (dead) {
            return;
        }
        if (frozen) {
            missed.add(task);
        } else {
            task.run();
        }
    }

    /** After so much time by its own clock, never at once. */
    void after(Duration own, Runnable task) {
        long nanos = own.toNanos();
        agenda.after(Duration.ofNanos(nanos - nanos / 1_000_000 * driftPpm), () -> run(task));
    }

    void repeat(Duration every, Runnable task) {
        after(every, () -> {
            task.run();
            repeat(every, task);
        });
    }

    void freeze() {
        frozen = true;
    }

    /** What it has missed follows, each as a step of its own. */
    void thaw() {
        if (!frozen) {
            return;
        }
        frozen = false;
        thawedAtMicros = agenda.nowMicros();
        for (Runnable task = missed.poll(); task != null; task = missed.poll()) {
            Runnable next = task;
            agenda.after(Duration.ZERO, () -> run(next));
        }
    }

    void kill() {
        dead = true;
        missed.clear();
    }

    /** Whether messages of members get to it and from it. */
    void isolate(boolean value) {
        isolated = value;
    }

    boolean isIsolated() {
        return isolated;
    }

    boolean isDead() {
        return dead;
    }

    boolean isUp() {
        return !dead && !frozen;
    }

    /** True if it stood still at some time since then. */
    boolean hasBeenFrozenSince(long micros) {
        return frozen || thawedAtMicros >= micros;
    }
}
