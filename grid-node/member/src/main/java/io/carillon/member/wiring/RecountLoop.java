package io.carillon.member.wiring;

import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.port.Ownership;
import io.carillon.member.recount.HourRecount;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** The thread of the recount, and its two gauges. */
final class RecountLoop implements AutoCloseable {

    /** A start has better things to do. */
    private static final Duration FIRST = Duration.ofMinutes(1);

    private final StepThread thread;

    private RecountLoop(StepThread thread) {
        this.thread = thread;
    }

    static RecountLoop start(
            LedgerStore store, ScheduleCompiler schedules, Ownership ownership, TimeSource time, MeterRegistry meters) {
        HourRecount recount = new HourRecount(store, schedules, ownership, time);
        Gauge.builder("carillon.unaccounted.occurrences", recount, HourRecount::unaccounted)
                .description(
                        "Occurrences of closed hours, recounted in the last day, that are in neither a run nor a skip")
                .register(meters);
        Gauge.builder("carillon.recount.lag", recount, each -> each.lag().toMillis() / 1_000.0)
                .description("Since the end of the hour up to which all shards of this member are recounted")
                .baseUnit("seconds")
                .register(meters);
        return new RecountLoop(StepThread.start("carillon-recount", FIRST, recount::step));
    }

    @Override
    public void close() {
        thread.close();
    }
}
