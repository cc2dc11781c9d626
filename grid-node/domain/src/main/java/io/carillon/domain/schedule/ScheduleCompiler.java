package io.carillon.domain.schedule;

/** Turns what a user wrote into nominal times. Thread-safe; may cache. */
public interface ScheduleCompiler {

    /** @throws IllegalArgumentException if the spec cannot be read; validated definitions never throw */
    Schedule compile(ScheduleSpec spec);
}
