package io.carillon.domain.schedule;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Matches whole minutes by a predicate, found by walking minute by minute. */
record HandCalendar(Set<Integer> fixedHours, Predicate<LocalDateTime> matches) implements LocalCalendar {

    private static final int MINUTES_MAX = 3 * 24 * 60;

    @Override
    public @Nullable LocalDateTime nextAfter(LocalDateTime reading) {
        LocalDateTime minute = reading.truncatedTo(ChronoUnit.MINUTES);
        for (int i = 0; i < MINUTES_MAX; i++) {
            minute = minute.plusMinutes(1);
            if (matches.test(minute)) {
                return minute;
            }
        }
        return null;
    }

    @Override
    public boolean isFixedHour(int hour) {
        return fixedHours.contains(hour);
    }
}
