package io.carillon.engine.statistics;

import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransition;
import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What happened to the runs of a pool, an owner or a job: adding up two of them is all that windows need. For one thread. */
public final class RunStats {

    /** The object and its outcomes. */
    private static final int HEAP_BYTES = 88;

    private long starts;
    private final long[] outcomes = new long[RunOutcome.COUNT];
    private final Histogram delay;
    private final Histogram duration;

    public RunStats() {
        this(new Histogram(), new Histogram());
    }

    private RunStats(Histogram delay, Histogram duration) {
        this.delay = delay;
        this.duration = duration;
    }

    public long starts() {
        return starts;
    }

    public long count(RunOutcome outcome) {
        return outcomes[outcome.code()];
    }

    /** Starts and ends, all of them. */
    public long events() {
        long events = starts;
        for (long outcome : outcomes) {
            events += outcome;
        }
        return events;
    }

    /** Of the heap, about: for the bound of who keeps many. */
    long heapBytes() {
        return HEAP_BYTES + delay.heapBytes() + duration.heapBytes();
    }

    /** From the time a run might start to its start. */
    public Histogram delay() {
        return delay;
    }

    /** Of attempts, however they ended. */
    public Histogram duration() {
        return duration;
    }

    /** Of an attempt, on average; null: none has ended. */
    public @Nullable Duration meanDuration() {
        return duration.total() == 0 ? null : Duration.ofNanos(duration.sumMicros() / duration.total() * 1_000);
    }

    /** A step of a run that has become durable. */
    void add(Moved moved) {
        Run run = moved.run();
        Instant started = run.startedAt();
        if (moved.transition() == RunTransition.START && started != null) {
            starts++;
            delay.add(micros(Duration.between(run.eligibleAt(), started)));
            return;
        }
        RunOutcome outcome = RunOutcome.of(moved.transition());
        if (outcome == null) {
            return;
        }
        outcomes[outcome.code()]++;
        AttemptRecord attempt = moved.attempt();
        Instant ended = attempt == null ? run.endedAt() : attempt.endedAt();
        boolean attempted = moved.transition().from() == RunState.RUNNING;
        if (attempted && started != null && ended != null) {
            duration.add(micros(Duration.between(started, ended)));
        }
    }

    public void add(RunStats other) {
        starts += other.starts;
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] += other.outcomes[i];
        }
        delay.add(other.delay);
        duration.add(other.duration);
    }

    void write(PackedWriter writer) {
        writer.number(starts).number(outcomes.length);
        for (long outcome : outcomes) {
            writer.number(outcome);
        }
        delay.write(writer);
        duration.write(writer);
    }

    /** Outcomes that a newer build knows and this one does not are left out. */
    static RunStats read(PackedReader reader) {
        long starts = reader.number();
        int known = reader.count();
        long[] outcomes = new long[RunOutcome.COUNT];
        for (int i = 0; i < known; i++) {
            long count = reader.number();
            if (i < outcomes.length) {
                outcomes[i] = count;
            }
        }
        RunStats stats = new RunStats(Histogram.read(reader), Histogram.read(reader));
        stats.starts = starts;
        System.arraycopy(outcomes, 0, stats.outcomes, 0, outcomes.length);
        return stats;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
