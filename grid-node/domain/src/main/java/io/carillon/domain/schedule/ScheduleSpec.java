package io.carillon.domain.schedule;

import java.time.Duration;
import java.time.Instant;

/** When a job runs, as its user wrote it. */
public sealed interface ScheduleSpec {

    /** Once, at {@code runAt}. */
    record OneOff(Instant runAt) implements ScheduleSpec {}

    /** A cron expression read in an IANA time zone. */
    record Cron(String expression, String timeZone) implements ScheduleSpec {}

    /** A fixed rate: {@code anchor}, {@code anchor + period}, … (`@every 90s` with the creation time as anchor). */
    record Every(Duration period, Instant anchor) implements ScheduleSpec {}
}
