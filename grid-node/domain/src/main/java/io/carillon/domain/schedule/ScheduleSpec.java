package io.carillon.domain.schedule;

import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a job runs, as its user wrote it.
 *
 * <p>Instants are kept to the microsecond, the resolution of the store: a finer one would come back from it changed, and
 * with it every due time counted from it.
 */
public sealed interface ScheduleSpec {

    /** Due once. */
    record OneOff(Instant runAt) implements ScheduleSpec {
        public OneOff {
            runAt = supported(runAt, "runAt");
        }
    }

    /**
     * Due whenever the local time of a zone matches a cron expression. Both texts stand as the user wrote them; whether
     * they mean anything is found out when the schedule is compiled.
     *
     * @param zoneEdition by which rules of the zone it is planned; of no meaning to whoever wrote it
     * @param ruleChange where it went over to them from older ones; null if that moves none of its times
     */
    record Cron(
            String expression,
            String timeZone,
            int zoneEdition,
            @Nullable RuleChange ruleChange) implements ScheduleSpec {
        public Cron {
            Objects.requireNonNull(expression, "expression");
            Objects.requireNonNull(timeZone, "timeZone");
            if (zoneEdition < Zones.FIRST_EDITION) {
                throw new IllegalArgumentException("no edition " + zoneEdition);
            }
        }

        /** By the rules that were known first. */
        public Cron(String expression, String timeZone) {
            this(expression, timeZone, Zones.FIRST_EDITION);
        }

        /** By the rules of an edition from the beginning. */
        public Cron(String expression, String timeZone, int zoneEdition) {
            this(expression, timeZone, zoneEdition, null);
        }

        public Cron withZoneEdition(int edition) {
            return edition == zoneEdition ? this : new Cron(expression, timeZone, edition);
        }

        public Cron since(RuleChange change) {
            return new Cron(expression, timeZone, zoneEdition, change);
        }

        /** Whether its user wrote the same. */
        public boolean saysTheSameAs(Cron other) {
            return expression.equals(other.expression) && timeZone.equals(other.timeZone);
        }
    }

    /**
     * Due at {@code anchor + period}, {@code anchor + 2 period} and so on, without drift or calendar ({@code @every 90s}
     * with the creation time as anchor).
     *
     * @param period whole seconds from {@link #PERIOD_MIN} to {@link #PERIOD_MAX}
     */
    record Every(Duration period, Instant anchor) implements ScheduleSpec {
        public static final Duration PERIOD_MIN = Duration.ofSeconds(1);
        public static final Duration PERIOD_MAX = Duration.ofDays(366);

        public Every {
            if (period.compareTo(PERIOD_MIN) < 0 || period.compareTo(PERIOD_MAX) > 0 || !isWholeSeconds(period)) {
                throw new IllegalArgumentException("period is not a number of seconds from 1 s to 366 d: " + period);
            }
            anchor = supported(anchor, "anchor");
        }

        private static boolean isWholeSeconds(Duration period) {
            return period.equals(Duration.ofSeconds(period.toSeconds()));
        }
    }

    private static Instant supported(Instant instant, String name) {
        if (instant.isAfter(Schedule.LAST_SUPPORTED)) {
            throw new IllegalArgumentException(name + " is after the year 9999: " + instant);
        }
        // A run id counts milliseconds from there.
        if (instant.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException(name + " is before the year 1970: " + instant);
        }
        return Micros.truncate(instant);
    }
}
