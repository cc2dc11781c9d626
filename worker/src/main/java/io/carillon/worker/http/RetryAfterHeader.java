package io.carillon.worker.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The wait a target asks for: seconds, or a date (RFC 9110, 10.2.3). */
final class RetryAfterHeader {
    private static final Duration LONGEST = Duration.ofDays(365);

    private RetryAfterHeader() {}

    /**
     * @param value of {@code Retry-After}
     * @param date of {@code Date}: the target's own clock, against which its dates are meant
     * @param now this machine's clock, where the target does not say
     * @return empty if there is none that can be understood; a date in the past asks for no wait
     */
    static Optional<Duration> parse(@Nullable String value, @Nullable String date, Instant now) {
        if (value == null) {
            return Optional.empty();
        }
        String text = value.strip();
        if (text.matches("[0-9]{1,18}")) {
            return Optional.of(cut(Duration.ofSeconds(Long.parseLong(text))));
        }
        return instant(text).map(until -> {
            Instant reference = date == null ? now : instant(date.strip()).orElse(now);
            return cut(Duration.between(reference, until));
        });
    }

    private static Optional<Instant> instant(String httpDate) {
        try {
            return Optional.of(ZonedDateTime.parse(httpDate, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException e) {
            // The obsolete forms of a date are not worth a parser: they count as no wish.
            return Optional.empty();
        }
    }

    private static Duration cut(Duration duration) {
        if (duration.isNegative()) {
            return Duration.ZERO;
        }
        return duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    }
}
