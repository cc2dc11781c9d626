package io.carillon.benchmarks;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From a nominal time to the next one, and from a stored spec to its compiled schedule: each claim of an occurrence does
 * both once.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class NextTimeBenchmark {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2060-01-01T00:00:00Z");

    /** Every five minutes; working days; the hour of the gap and the overlap; the last day of a month; leap days. */
    @Param({"*/5 * * * *", "0 9 * * 1-5", "30 2 * * *", "0 0 L * *", "0 0 29 2 *"})
    String expression = "";

    private final ScheduleReader reader = new ScheduleReader();
    private char[] stored = {};
    private Schedule schedule = nominal -> null;
    private Instant nominal = START;

    @Setup
    public void compile() {
        stored = expression.toCharArray();
        schedule = reader.compile(new ScheduleSpec.Cron(expression, "Europe/Berlin"));
    }

    /** Walks on from where it stands, so that changes of clocks weigh as they do in life. */
    @Benchmark
    public Instant nextTime() {
        Instant next = Objects.requireNonNull(schedule.nextAfter(nominal));
        nominal = next.isBefore(END) ? next : START;
        return next;
    }

    /** The compiled schedule of a text seen before, in a string of its own as each stored job has. */
    @Benchmark
    public Schedule compiledAlready() {
        return reader.compile(new ScheduleSpec.Cron(String.valueOf(stored), "Europe/Berlin"));
    }
}
