package io.carillon.domain.schedule;

/** Turns what a user wrote into nominal times. Thread-safe; may cache. */
public interface ScheduleCompiler {

    /** @throws IllegalArgumentException if the spec cannot be read; validated definitions never throw */
    Schedule compile(ScheduleSpec spec);

    /** The same schedule by the newest rules of its time zone: what a definition that is written now is planned by. */
    default ScheduleSpec current(ScheduleSpec spec) {
        return spec;
    }
}
