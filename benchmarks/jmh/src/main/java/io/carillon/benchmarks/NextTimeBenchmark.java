package io.carillon.benchmarks;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * both once. The far and the impossible are what a user may write by mistake or mischief.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class NextTimeBenchmark {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2060-01-01T00:00:00Z");

    /** What is asked for, as a user writes it, and the zone. */
    public enum Sample {
        EVERY_SECOND("* * * * * *", "Europe/Berlin"),
        EVERY_FIVE_MINUTES("*/5 * * * *", "Europe/Berlin"),
        WORKING_DAYS("0 9 * * 1-5", "Europe/Berlin"),
        DAILY_UTC("0 3 * * *", "UTC"),
        /** The hour that is skipped and repeated. */
        HOUR_OF_THE_CHANGE("30 2 * * *", "Europe/Berlin"),
        LAST_DAY("0 0 L * *", "Europe/Berlin"),
        LEAP_DAY("0 0 29 2 *", "Europe/Berlin"),
        LEAP_DAY_UTC("0 0 29 2 *", "UTC"),
        /** 28 years apart, 40 over a century without a leap day. */
        LEAP_DAY_ON_SUNDAY("0 0 29 2 */7", "Europe/Berlin"),
        HALF_HOUR_CHANGE("15 2 * * *", "Australia/Lord_Howe"),
        TWO_HOUR_CHANGE("30 1,2 * * *", "Antarctica/Troll"),
        /** Changes are listed one by one to 2087. */
        RAMADAN("30 2 * * *", "Africa/Casablanca"),
        /** A day that no month has. */
        IMPOSSIBLE_DATE("0 0 30 2 *", "Europe/Berlin"),
        /** Skipped every year, and floating. */
        IMPOSSIBLE_HOUR("30 2-2 * 3 0L", "Europe/Berlin"),
        /** The same with a search that has only few days to look at a year. */
        IMPOSSIBLE_SECOND_SUNDAY("* * 2-2 * 3 0#2", "America/New_York"),
        /** The same where the changes are listed for long. */
        IMPOSSIBLE_HALF_HOUR("5-25 2-2 * 10 0#1", "Australia/Lord_Howe");

        private final String expression;
        private final String zone;

        Sample(String expression, String zone) {
            this.expression = expression;
            this.zone = zone;
        }
    }

    @Param
    Sample sample = Sample.EVERY_SECOND;

    private final ScheduleReader reader = new ScheduleReader();
    private char[] stored = {};
    private Schedule schedule = nominal -> null;
    private Instant nominal = START;

    @Setup
    public void compile() {
        stored = sample.expression.toCharArray();
        schedule = reader.compile(new ScheduleSpec.Cron(sample.expression, sample.zone));
    }

    /** Walks on from where it stands, so that changes of clocks weigh as they do in life. */
    @Benchmark
    public @Nullable Instant nextTime() {
        Instant next = schedule.nextAfter(nominal);
        nominal = next != null && next.isBefore(END) ? next : START;
        return next;
    }

    /** The compiled schedule of a text seen before, in a string of its own as each stored job has. */
    @Benchmark
    public Schedule compiledAlready() {
        return reader.compile(new ScheduleSpec.Cron(String.valueOf(stored), sample.zone));
    }

    /** A new text: read, tried for a match in 400 years, and asked for its first time, as at the creation of a job. */
    @Benchmark
    public Object readAnew() {
        return new ScheduleReader().read(sample.expression, sample.zone, START);
    }
}
