package io.carillon.engine.schedule;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;

/** What the text of a schedule was found to mean. */
public sealed interface ScheduleReading {

    /** A schedule that falls due at least once. */
    record Understood(ScheduleSpec spec, Schedule schedule) implements ScheduleReading {}

    /**
     * A text its author must change.
     *
     * @param field {@code schedule} or {@code time_zone}
     * @param message where in the text, and why
     */
    record Refused(String field, String message) implements ScheduleReading {}
}
