package io.carillon.member.wiring;

import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.ForecastStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.forecast.ForecastBoard;
import io.carillon.engine.forecast.ForecastCounter;
import io.carillon.engine.port.Ownership;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** The thread that counts what falls due, and its gauge. */
final class ForecastLoop implements AutoCloseable {

    /** A start has better things to do. */
    private static final Duration FIRST = Duration.ofSeconds(2);

    private final StepThread thread;

    private ForecastLoop(StepThread thread) {
        this.thread = thread;
    }

    static ForecastLoop start(
            ForecastStore store,
            ScheduleCompiler schedules,
            Ownership ownership,
            ForecastBoard board,
            TimeSource time,
            MeterRegistry meters) {
        ForecastCounter counter = new ForecastCounter(store, schedules, ownership, board, time);
        Gauge.builder("carillon.forecast.age", counter, each -> each.age().toMillis() / 1_000.0)
                .description("Since that shard of this member was counted for the forecast that was longest ago")
                .baseUnit("seconds")
                .register(meters);
        Gauge.builder("carillon.forecast.unreadable.jobs", counter, ForecastCounter::unreadable)
                .description("Jobs of this member's shards that the forecast passes over, since they cannot be read")
                .register(meters);
        return new ForecastLoop(StepThread.start("carillon-forecast", FIRST, counter::step));
    }

    @Override
    public void close() {
        thread.close();
    }
}
