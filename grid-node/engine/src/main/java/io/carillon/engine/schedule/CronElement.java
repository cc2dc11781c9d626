package io.carillon.engine.schedule;

import java.util.stream.IntStream;

/** One element of the comma-separated list that a cron field is. */
sealed interface CronElement {

    /**
     * {@code first}, {@code first + step} and so on up to {@code last}.
     *
     * @param plain written as one number or name, without star, range or step
     */
    record Values(int first, int last, int step, boolean plain) implements CronElement {

        int count() {
            return (last - first) / step + 1;
        }

        IntStream stream() {
            return IntStream.iterate(first, value -> value <= last, value -> value + step);
        }

        /** One bit for each value. */
        long bits() {
            return stream().mapToLong(value -> 1L << value).reduce(0, (one, other) -> one | other);
        }
    }

    /** An element that picks days by the shape of the month. */
    sealed interface PickedDay extends CronElement {

        /** The days picked in a month, one bit for each: bit 1 is the 1st. */
        long daysIn(MonthShape month);

        /** The day as it reads after "on". */
        String inWords();
    }

    /** {@code L}, {@code L-n}: so many days before the last one, in months that are long enough. */
    record BeforeLastDay(int days) implements PickedDay {
        @Override
        public long daysIn(MonthShape month) {
            return days < month.length() ? 1L << (month.length() - days) : 0;
        }

        @Override
        public String inWords() {
            return switch (days) {
                case 0 -> "the last day of the month";
                case 1 -> "the day before the last day of the month";
                default -> "the " + EnglishWords.ordinal(days) + " day before the last day of the month";
            };
        }
    }

    /** {@code LW}: the last day from Monday to Friday. */
    record LastWeekday() implements PickedDay {
        @Override
        public long daysIn(MonthShape month) {
            return month.nearestWeekday(month.length());
        }

        @Override
        public String inWords() {
            return "the last weekday of the month";
        }
    }

    /** {@code nW}: the day from Monday to Friday nearest to a day, in the same month; none where the month lacks the day. */
    record NearestWeekday(int day) implements PickedDay {
        @Override
        public long daysIn(MonthShape month) {
            return day <= month.length() ? month.nearestWeekday(day) : 0;
        }

        @Override
        public String inWords() {
            return "the weekday nearest day " + day + " of the month";
        }
    }

    /** {@code d#n}. */
    record NthDayOfWeek(int dayOfWeek, int nth) implements PickedDay {
        @Override
        public long daysIn(MonthShape month) {
            int day = month.firstOn(dayOfWeek) + 7 * (nth - 1);
            return day <= month.length() ? 1L << day : 0;
        }

        @Override
        public String inWords() {
            return "the " + EnglishWords.ordinal(nth) + " " + EnglishWords.dayOfWeek(dayOfWeek) + " of the month";
        }
    }

    /** {@code dL}: the last such day of the week in the month. */
    record LastDayOfWeek(int dayOfWeek) implements PickedDay {
        @Override
        public long daysIn(MonthShape month) {
            int first = month.firstOn(dayOfWeek);
            return 1L << (first + (month.length() - first) / 7 * 7);
        }

        @Override
        public String inWords() {
            return "the last " + EnglishWords.dayOfWeek(dayOfWeek) + " of the month";
        }
    }
}
