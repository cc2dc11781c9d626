package io.carillon.persistence.codec;

import java.time.Instant;
import java.time.LocalDate;

/**
 * Reads instants as {@link Instant#toString} writes them. The general parser takes a third of the time of loading a job;
 * this one reads the form that is stored and leaves all others to it.
 */
final class StoredInstant {

    private static final int SECONDS_LENGTH = "2026-11-29T12:00:00Z".length();
    private static final int FRACTION_START = SECONDS_LENGTH;
    private static final int FRACTION_DIGITS_MAX = 9;
    private static final long SECONDS_PER_DAY = 86_400;

    private StoredInstant() {}

    /** @throws java.time.DateTimeException if it is no instant */
    static Instant parse(String text) {
        int length = text.length();
        if (length < SECONDS_LENGTH || text.charAt(length - 1) != 'Z' || !hasSeparators(text)) {
            return Instant.parse(text);
        }
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 7);
        int day = digits(text, 8, 10);
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, 19);
        int nanos = length == SECONDS_LENGTH ? 0 : nanos(text, length - 1);
        if ((year | month | day | hour | minute | second | nanos) < 0 || hour > 23 || minute > 59 || second > 59) {
            return Instant.parse(text);
        }
        return Instant.ofEpochSecond(
                LocalDate.of(year, month, day).toEpochDay() * SECONDS_PER_DAY + hour * 3_600L + minute * 60L + second,
                nanos);
    }

    private static boolean hasSeparators(String text) {
        return text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(10) == 'T'
                && text.charAt(13) == ':'
                && text.charAt(16) == ':';
    }

    /** The number, or a negative one if there is another character. */
    private static int digits(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return Integer.MIN_VALUE;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static int nanos(String text, int end) {
        int count = end - FRACTION_START;
        if (text.charAt(FRACTION_START - 1) != '.' || count < 1 || count > FRACTION_DIGITS_MAX) {
            return Integer.MIN_VALUE;
        }
        int number = digits(text, FRACTION_START, end);
        for (int i = count; i < FRACTION_DIGITS_MAX && number >= 0; i++) {
            number *= 10;
        }
        return number;
    }
}
