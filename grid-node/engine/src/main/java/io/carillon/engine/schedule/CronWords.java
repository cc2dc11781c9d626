package io.carillon.engine.schedule;

import io.carillon.engine.schedule.CronElement.PickedDay;
import io.carillon.engine.schedule.CronElement.Values;
import java.util.ArrayList;
import java.util.List;

/** A cron expression in English: the time of day, the days, the months. */
final class CronWords {

    private final CronExpression expression;

    CronWords(CronExpression expression) {
        this.expression = expression;
    }

    /** As in "at 09:00 on Monday through Friday in January". */
    String inWords() {
        TimeOfDayWords time = new TimeOfDayWords(expression);
        StringBuilder words = new StringBuilder(time.inWords());
        String days = days();
        if (!days.isEmpty()) {
            words.append(" on ").append(days);
        } else if (time.isFewTimes()) {
            words.append(" every day");
        }
        if (!expression.month().isEveryValue()) {
            words.append(" in ").append(EnglishWords.list(EnglishWords.names(expression.month(), EnglishWords::month)));
        }
        return words.toString();
    }

    /** The days as they read after "on"; empty for all. */
    private String days() {
        FieldElements dates = expression.dayOfMonth();
        FieldElements weekdays = expression.dayOfWeek();
        if (!dates.startsWithStar() && !weekdays.startsWithStar()) {
            return EnglishWords.list(dates(dates)) + " or on " + EnglishWords.list(weekdays(weekdays));
        }
        if (dates.isEveryValue()) {
            return weekdays.isEveryValue() ? "" : EnglishWords.list(weekdays(weekdays));
        }
        if (weekdays.isEveryValue()) {
            return EnglishWords.list(dates(dates));
        }
        return EnglishWords.list(dates(dates)) + " if that is " + EnglishWords.list(weekdays(weekdays), "or");
    }

    private static List<String> dates(FieldElements field) {
        List<String> numbers = new ArrayList<>();
        List<String> phrases = new ArrayList<>();
        for (CronElement element : field.elements()) {
            if (element instanceof PickedDay picked) {
                phrases.add(picked.inWords());
            } else if (element instanceof Values values && values.step() > 1 && values.count() > 2) {
                phrases.add("every " + EnglishWords.ordinal(values.step()) + " day from day " + values.first()
                        + " to day " + values.last() + " of the month");
            } else if (element instanceof Values values) {
                numbers.addAll(EnglishWords.names(values, Integer::toString));
            }
        }
        if (!numbers.isEmpty()) {
            phrases.add(0, EnglishWords.numbered("day", numbers) + " of the month");
        }
        return phrases;
    }

    private static List<String> weekdays(FieldElements field) {
        List<String> phrases = new ArrayList<>(EnglishWords.names(field, EnglishWords::dayOfWeek));
        field.pickedDays().forEach(picked -> phrases.add(picked.inWords()));
        return phrases;
    }
}
