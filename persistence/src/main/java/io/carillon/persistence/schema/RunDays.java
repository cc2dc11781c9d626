package io.carillon.persistence.schema;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;

/** Times as bounds of run ids: an id begins with its nominal time, 48 bits of milliseconds. */
public final class RunDays {

    private static final int MILLIS_SHIFT = 16;
    private static final long MILLIS_MAX = (1L << 48) - 1;

    private RunDays() {}

    /** Not above any id of this nominal time or a later one; above all ids of an earlier millisecond. */
    public static UUID firstId(Instant nominalAt) {
        long millis = Math.min(Math.max(nominalAt.toEpochMilli(), 0), MILLIS_MAX);
        return new UUID(millis << MILLIS_SHIFT, 0);
    }

    /** The first id of the day (UTC); also the end, exclusive, of the day before. */
    static UUID firstId(LocalDate day) {
        return firstId(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    /** The day (UTC) of an id. */
    static LocalDate dayOf(UUID id) {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> MILLIS_SHIFT)
                .atZone(ZoneOffset.UTC)
                .toLocalDate();
    }
}
