package io.carillon.engine.shard;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of the table of policies: what the job says, and what happens around one o'clock UTC of a night. */
record PolicyCase(MisfirePolicy misfire, OverlapPolicy overlap, Pause pause, Outage outage, Night night, Edit edit) {

    static final Duration MISFIRE_AFTER = Duration.ofSeconds(20);
    static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    enum Pause {
        NONE,
        /** Over the whole outage and some seconds more on either side. */
        OVER,
        /** The same, and what waits does not start. */
        HOLD
    }

    /** The owner is killed, and another one comes after a while; workers live on. */
    enum Outage {
        NONE,
        /** Than the job's misfire limit. */
        SHORTER,
        LONGER
    }

    /** Which clocks the night has: the change is at one o'clock UTC. */
    enum Night {
        PLAIN("2026-01-15T01:00:00Z"),
        GAP("2026-03-29T01:00:00Z"),
        FOLD("2026-10-25T01:00:00Z");

        final Instant one;

        Night(String one) {
            this.one = Instant.parse(one);
        }
    }

    /** When another schedule takes the place of the first one, if at all. */
    enum Edit {
        NONE,
        /** Before the pause and the outage. */
        BEFORE,
        /** In the pause, or at the very time at which the next owner comes, or in the middle of the night. */
        DURING,
        AFTER
    }

    /** Every ten seconds, then every fifteen, of three minutes on either side of the full hour, local hours 1 and 2. */
    enum Plan {
        FIRST("*/10 57-59,0-2 1,2 * * *", 0, 10),
        SECOND("5,20,35,50 57-59,0-2 1,2 * * *", 5, 15);

        final String cron;
        private final int firstSecond;
        private final int everySeconds;

        Plan(String cron, int firstSecond, int everySeconds) {
            this.cron = cron;
            this.firstSecond = firstSecond;
            this.everySeconds = everySeconds;
        }

        /**
         * The nominal times within two minutes of one o'clock UTC, second by second. Both hours are plain numbers: a reading
         * that comes a second time is none, and readings that were skipped make one at the end of the gap.
         */
        List<Instant> nominals(Night night) {
            List<Instant> found = new ArrayList<>();
            for (long s = -120; s <= 120; s++) {
                Instant at = night.one.plusSeconds(s);
                LocalDateTime reading = LocalDateTime.ofInstant(at, ZONE);
                boolean secondPass = night == Night.FOLD && s >= 0;
                boolean endOfGap = night == Night.GAP && s == 0;
                if (endOfGap || (matches(reading) && !secondPass)) {
                    found.add(at);
                }
            }
            return found;
        }

        private boolean matches(LocalDateTime reading) {
            boolean minute = reading.getMinute() >= 57 || reading.getMinute() <= 2;
            boolean hour = reading.getHour() == 1 || reading.getHour() == 2;
            return minute && hour && (reading.getSecond() - firstSecond) % everySeconds == 0;
        }
    }

    JobDefinition definition(Plan plan) {
        return JobMaker.cron(plan.cron, ZONE.getId())
                .misfire(misfire, MISFIRE_AFTER)
                .overlap(overlap)
                // The last one before a long gap would be flexible.
                .timing(Timing.EXACT, null)
                .make();
    }

    Instant begin() {
        return night.one.minusSeconds(95);
    }

    Instant end() {
        return night.one.plusSeconds(95);
    }

    /** Half a second after ten o'clock's claim ahead, so that one has been claimed that falls into the gap. */
    @Nullable
    Instant down() {
        return switch (outage) {
            case NONE -> null;
            case SHORTER -> night.one.minusMillis(11_500);
            case LONGER -> night.one.minusMillis(21_500);
        };
    }

    @Nullable
    Instant up() {
        return switch (outage) {
            case NONE -> null;
            case SHORTER -> night.one.plusSeconds(3);
            case LONGER -> night.one.plusSeconds(12);
        };
    }

    @Nullable
    Instant paused() {
        return pause == Pause.NONE ? null : night.one.minusMillis(31_500);
    }

    @Nullable
    Instant resumed() {
        return pause == Pause.NONE ? null : night.one.plusSeconds(21);
    }

    @Nullable
    Instant edited() {
        return switch (edit) {
            case NONE -> null;
            case BEFORE -> night.one.minusMillis(52_500);
            case DURING -> outage != Outage.NONE ? up() : night.one.plusSeconds(pause == Pause.NONE ? 1 : 14);
            case AFTER -> night.one.plusSeconds(43);
        };
    }
}
