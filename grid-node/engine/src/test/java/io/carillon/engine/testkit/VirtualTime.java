package io.carillon.engine.testkit;

import io.carillon.domain.time.Micros;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * A clock that stands still until it is moved, and chance from a seed.
 *
 * <p>Moving it runs the tasks that fall due, in order of their deadlines and then of their making, on the caller's thread,
 * with the clock at each one's deadline. Elapsed time and the calendar are two things: {@link #step} moves the calendar
 * alone, as a store's clock does that is set.
 */
public final class VirtualTime implements TimeSource {

    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private record Task(long atMicros, long sequence, Runnable action) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::atMicros).thenComparingLong(Task::sequence));
    private final SplittableRandom chance;
    /** Close to the overflow, which elapsed times must survive. */
    private final long nanosAtStart = Long.MAX_VALUE - Duration.ofSeconds(3).toNanos();

    private long elapsedMicros;
    private long calendarOffsetMicros = Micros.of(START);
    private long creepMicros;
    private Duration errorBound = Duration.ZERO;
    private long sequence;

    public VirtualTime(long seed) {
        this.chance = new SplittableRandom(seed);
    }

    /** Every look at the clock takes this long from now on, as on a machine; zero at first. */
    public void creep(Duration perReading) {
        creepMicros = perReading.toNanos() / 1_000;
    }

    /** Sets the calendar forward or back; no time elapses, no task runs. */
    public void step(Duration by) {
        calendarOffsetMicros += by.toNanos() / 1_000;
    }

    public void errorBound(Duration bound) {
        errorBound = bound;
    }

    /** Runs the action when this much time has elapsed; never at once, not even for zero. */
    public void after(Duration delay, Runnable action) {
        tasks.add(new Task(elapsedMicros + Math.max(0, delay.toNanos() / 1_000), sequence++, action));
    }

    /** Microseconds since the start. */
    public long elapsedMicros() {
        return elapsedMicros;
    }

    /** The next task's deadline in elapsed microseconds; {@link Long#MAX_VALUE} if there is none. */
    public long nextTaskMicros() {
        Task next = tasks.peek();
        return next == null ? Long.MAX_VALUE : next.atMicros();
    }

    /** Moves on to this elapsed time, from deadline to deadline. */
    public void moveTo(long targetMicros) {
        for (Task next = tasks.peek(); next != null && next.atMicros() <= targetMicros; next = tasks.peek()) {
            tasks.remove();
            elapsedMicros = Math.max(elapsedMicros, next.atMicros());
            next.action().run();
        }
        elapsedMicros = Math.max(elapsedMicros, targetMicros);
    }

    public void advance(Duration by) {
        moveTo(elapsedMicros + by.toNanos() / 1_000);
    }

    /** What {@link #now} would say, without taking time to look. */
    public Instant peek() {
        return Micros.toInstant(elapsedMicros + calendarOffsetMicros);
    }

    @Override
    public Instant now() {
        elapsedMicros += creepMicros;
        return peek();
    }

    @Override
    public long nanos() {
        return nanosAtStart + elapsedMicros * 1_000;
    }

    @Override
    public Duration errorBound() {
        return errorBound;
    }

    @Override
    public double chance() {
        return chance.nextDouble();
    }

    @Override
    public long randomBits() {
        return chance.nextLong();
    }
}
