package io.carillon.member.wiring;

import io.carillon.domain.time.TimeSource;
import io.carillon.engine.grid.statistics.GridStatistics;
import io.carillon.engine.statistics.PoolDurations;
import io.carillon.engine.statistics.StatBatch;
import io.carillon.engine.statistics.StatRecorder;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** The thread that takes away, each second, what has been recorded, and looks after the job that makes windows of it. */
final class StatisticsLoop implements AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(1);
    /** A job that failed is missed for so long. */
    private static final int STEPS_PER_LOOK = 15;

    private final StatRecorder recorder;
    private final PoolDurations durations;
    private final GridStatistics statistics;
    private final TimeSource time;
    private final StepThread thread;
    private int steps;

    private StatisticsLoop(StatRecorder recorder, PoolDurations durations, GridStatistics statistics, TimeSource time) {
        this.recorder = recorder;
        this.durations = durations;
        this.statistics = statistics;
        this.time = time;
        this.thread = new StepThread("carillon-statistics", EVERY, this::step);
    }

    static StatisticsLoop start(
            StatRecorder recorder,
            PoolDurations durations,
            GridStatistics statistics,
            TimeSource time,
            MeterRegistry meters) {
        if (statistics.on()) {
            FunctionCounter.builder("carillon.statistics.together", recorder, StatRecorder::together)
                    .tag("why", "batch_full")
                    .description("Events, by pool, owner and job, that are counted together for want of room")
                    .register(meters);
        }
        StatisticsLoop loop = new StatisticsLoop(recorder, durations, statistics, time);
        loop.thread.start();
        return loop;
    }

    @Override
    public void close() {
        thread.close();
    }

    private Duration step() {
        StatBatch batch = recorder.take(time.now().toEpochMilli());
        durations.add(batch);
        statistics.publish(batch);
        if (steps++ % STEPS_PER_LOOK == 0) {
            statistics.keepJob();
        }
        return EVERY;
    }
}
