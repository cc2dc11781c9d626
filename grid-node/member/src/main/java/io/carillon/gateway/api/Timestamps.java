package io.carillon.gateway.api;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.time.Micros;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Instants as RFC 3339 writes them, kept to the microsecond. */
public final class Timestamps {

    public static final Instant EARLIEST = Instant.EPOCH;
    public static final Instant LATEST = Schedule.LAST_SUPPORTED;

    public static final String EXPECTED = "must be an RFC 3339 time such as 2026-03-01T12:00:00Z";
    public static final String RANGE = "must lie between " + EARLIEST + " and " + LATEST;

    /** What {@link DateTimeFormatter#ISO_OFFSET_DATE_TIME} leaves open: seconds are required, years have four digits. */
    private static final Pattern SHAPE = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})");

    private Timestamps() {}

    /** The instant, or null if the text is not one. */
    public static @Nullable Instant parse(String text) {
        if (!SHAPE.matcher(text).matches()) {
            return null;
        }
        try {
            return Micros.truncate(
                    OffsetDateTime.parse(text.toUpperCase(Locale.ROOT), DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                            .toInstant());
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    public static boolean inRange(Instant instant) {
        return !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST);
    }
}
