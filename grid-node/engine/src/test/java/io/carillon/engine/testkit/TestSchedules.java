package io.carillon.engine.testkit;

import io.carillon.domain.schedule.FixedRate;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.SingleInstant;
import java.time.Instant;

/** Schedules without a calendar: once, and at a fixed rate. {@code Cron("*}{@code /n", …)} is due at every n-th second. */
public final class TestSchedules implements ScheduleCompiler {

    /** A job with this expression was valid when it was created, and is not any more. */
    public static final String BROKEN = "broken";

    @Override
    public Schedule compile(ScheduleSpec spec) {
        if (spec instanceof ScheduleSpec.OneOff oneOff) {
            return new SingleInstant(oneOff.runAt());
        }
        if (spec instanceof ScheduleSpec.Every every) {
            return new FixedRate(every.anchor(), every.period().toSeconds());
        }
        if (spec instanceof ScheduleSpec.Cron cron && cron.expression().startsWith("*/")) {
            return new FixedRate(
                    Instant.EPOCH, Integer.parseInt(cron.expression().substring(2)));
        }
        throw new IllegalArgumentException("cannot be read: " + spec);
    }
}
