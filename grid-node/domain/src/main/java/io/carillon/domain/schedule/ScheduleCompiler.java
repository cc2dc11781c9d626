package io.carillon.domain.schedule;

import java.time.Instant;

/** Turns what a user wrote into nominal times. Thread-safe; may cache. */
public interface ScheduleCompiler {

    /** @throws IllegalArgumentException if the spec cannot be read; validated definitions never throw */
    Schedule compile(ScheduleSpec spec);

    /** The same schedule by the newest rules of its time zone: what a definition that is written now is planned by. */
    default ScheduleSpec current(ScheduleSpec spec) {
        return spec;
    }

    /**
     * The same for a definition that goes over to the newest rules from older ones.
     *
     * @param settledThrough up to which it is accounted for by those
     * @param paused whether what falls into the change is to make no run
     */
    default ScheduleSpec renewed(ScheduleSpec spec, Instant settledThrough, boolean paused) {
        return current(spec);
    }
}
