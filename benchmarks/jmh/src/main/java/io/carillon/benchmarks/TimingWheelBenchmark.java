package io.carillon.benchmarks;

import io.carillon.domain.wheel.Timer;
import io.carillon.domain.wheel.TimingWheel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A wave of 500,000 timers, scheduled half a minute ahead: what it costs to take in and to work through. One operation is
 * the whole wave; the score divided by 500,000 is the cost of a timer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class TimingWheelBenchmark {
    private static final int TIMERS = 500_000;
    private static final int BUDGET = 10_000;
    private static final long START_MICROS = 1_767_225_600_000_000L;
    private static final long LEAD_MICROS = 30_000_000;
    private static final long STEP_MICROS = 1_000;

    /** Over how long the wave's deadlines are scattered: all at one instant, or anywhere in a second. */
    @Param({"1", "1000000"})
    long spreadMicros;

    private final List<Integer> values = IntStream.range(0, TIMERS).boxed().toList();

    /** What {@link #advanceThrough} works through; an advanced wheel is empty, so each operation needs a new one. */
    @State(Scope.Thread)
    public static class Filled {
        private TimingWheel<Integer> wheel = new TimingWheel<>(START_MICROS);

        @Setup(Level.Invocation)
        public void fill(TimingWheelBenchmark benchmark) {
            wheel = benchmark.scheduleAll();
        }
    }

    @Benchmark
    public TimingWheel<Integer> scheduleAll() {
        TimingWheel<Integer> wheel = new TimingWheel<>(START_MICROS);
        for (Integer value : values) {
            wheel.schedule(value, deadlineMicros(value));
        }
        return wheel;
    }

    @Benchmark
    public int scheduleAndCancelAll() {
        TimingWheel<Integer> wheel = new TimingWheel<>(START_MICROS);
        List<Timer<Integer>> timers = new ArrayList<>(TIMERS);
        for (Integer value : values) {
            timers.add(wheel.schedule(value, deadlineMicros(value)));
        }
        timers.forEach(Timer::cancel);
        return wheel.size();
    }

    /** In steps of a millisecond and portions of 10,000, through the half minute before and the second of the wave. */
    @Benchmark
    public int advanceThrough(Filled filled, Blackhole sink) {
        TimingWheel<Integer> wheel = filled.wheel;
        int fired = 0;
        long endMicros = START_MICROS + LEAD_MICROS + spreadMicros;
        for (long now = START_MICROS; now <= endMicros; now += STEP_MICROS) {
            do {
                fired += wheel.advance(now, BUDGET, sink::consume);
            } while (wheel.nextDeadlineMicros() <= now);
        }
        return fired;
    }

    /** Scatters neighbours far apart, so that the buckets' lists jump about in memory as they would in a long-lived heap. */
    private long deadlineMicros(int value) {
        return START_MICROS + LEAD_MICROS + value * 7_919_777L % spreadMicros;
    }
}
