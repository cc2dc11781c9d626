package io.carillon.verify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.TimeZones;
import io.carillon.engine.schedule.ScheduleReader;
import java.time.Duration;
import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Our rules and the product's, written apart, agree around every change of every zone's clocks, 2020 to 2030. */
class TwoReadingsTest {
    private static final Instant FROM = Instant.parse("2020-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("2031-01-01T00:00:00Z");
    private static final Duration AROUND = Duration.ofHours(50);
    private static final int EXPRESSIONS_A_CHANGE = 4;

    private final ScheduleReader product = new ScheduleReader();

    @TestFactory
    Stream<DynamicTest> around_every_change_of_a_zone() {
        return TimeZones.names().stream()
                .sorted()
                .map(zone -> DynamicTest.dynamicTest(zone, () -> changesOf(zone).forEach(at -> compare(zone, at))));
    }

    private void compare(String zone, Instant change) {
        Random random = new Random(zone.hashCode() * 31L + change.getEpochSecond());
        for (int i = 0; i < EXPRESSIONS_A_CHANGE; i++) {
            String cron = new RandomCron(random).text();
            Instant after = change.minus(AROUND).plusSeconds(random.nextInt(3600));
            Instant upTo = change.plus(AROUND);
            assertThat(CronTimetable.of(cron, zone).between(after, upTo))
                    .as("%s in %s in (%s, %s]", cron, zone, after, upTo)
                    .isEqualTo(byTheProduct(cron, zone, after, upTo));
        }
    }

    private SortedSet<Instant> byTheProduct(String cron, String zone, Instant after, Instant upTo) {
        Schedule schedule = product.compile(new ScheduleSpec.Cron(cron, zone));
        SortedSet<Instant> due = new TreeSet<>();
        @Nullable Instant next = schedule.nextAfter(after);
        while (next != null && !next.isAfter(upTo)) {
            due.add(next);
            next = schedule.nextAfter(next);
        }
        return due;
    }

    private static List<Instant> changesOf(String zone) {
        ZoneRules rules = java.util.Objects.requireNonNull(TimeZones.rulesOf(zone));
        List<Instant> changes = new ArrayList<>();
        @Nullable ZoneOffsetTransition next = rules.nextTransition(FROM);
        while (next != null && next.getInstant().isBefore(TO)) {
            changes.add(next.getInstant());
            next = rules.nextTransition(next.getInstant());
        }
        if (changes.isEmpty()) {
            changes.add(FROM);
        }
        return changes;
    }

    /** Expressions that hit the hours around changes often, with every kind of element. */
    private static final class RandomCron {
        private static final String[] WEEKDAYS = {
            "*", "*", "*", "0", "SUN", "MON-FRI", "SAT-SUN", "0L", "7#5", "1#1", "*/2", "6,0"
        };
        private static final String[] DAYS = {
            "*", "*", "*", "L", "LW", "1W", "25-31", "*/2", "1,15,L", "L-1", "30W,31", "*/31"
        };
        private static final String[] MONTHS = {"*", "*", "*", "3,10,11", "MAR-APR", "*/3", "9-12/1", "OCT"};
        private static final String[] HOURS = {
            "*", "2", "1", "0", "3", "23", "1,2", "2,3", "0-3", "1-2", "*/2", "22/1", "2,1-3", "2,9-17", "0,23", "4",
            "*/24"
        };

        private final Random random;

        RandomCron(Random random) {
            this.random = random;
        }

        String text() {
            String seconds = random.nextInt(4) == 0 ? pick("30", "0,59", "*/20", "59") + " " : "";
            String minutes = pick(
                    "0",
                    "30",
                    "59",
                    "*/15",
                    "5,25,45",
                    "10-20/3",
                    "45/5",
                    "0-59/7",
                    Integer.toString(random.nextInt(60)));
            return seconds + minutes + " " + pick(HOURS) + " " + pick(DAYS) + " " + pick(MONTHS) + " " + pick(WEEKDAYS);
        }

        private String pick(String... of) {
            return of[random.nextInt(of.length)];
        }
    }
}
