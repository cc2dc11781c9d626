package io.carillon.engine.schedule;

import io.carillon.engine.schedule.CronElement.PickedDay;
import io.carillon.engine.schedule.CronElement.Values;
import java.util.List;
import java.util.function.Predicate;

/**
 * A cron field as it was read.
 *
 * @param startsWithStar what makes a day field "not restricted", whatever else it says
 */
record FieldElements(CronField field, boolean startsWithStar, List<CronElement> elements) {

    FieldElements {
        elements = List.copyOf(elements);
    }

    /** All values named by number, range or step; one bit each, and Sunday is bit 0. */
    long bits() {
        return bitsOf(values -> true);
    }

    /** Those that a star, a range or a step names, perhaps among others. */
    long floatingBits() {
        return bitsOf(values -> !values.plain());
    }

    int valuesCount() {
        return Long.bitCount(bits());
    }

    boolean isEveryValue() {
        return valuesCount() == field.valueCount();
    }

    List<PickedDay> pickedDays() {
        return elements.stream()
                .filter(PickedDay.class::isInstance)
                .map(PickedDay.class::cast)
                .toList();
    }

    private long bitsOf(Predicate<Values> wanted) {
        long bits = elements.stream()
                .filter(Values.class::isInstance)
                .map(Values.class::cast)
                .filter(wanted)
                .mapToLong(Values::bits)
                .reduce(0, (one, other) -> one | other);
        return field == CronField.DAY_OF_WEEK ? (bits | bits >>> 7) & 0x7F : bits;
    }
}
