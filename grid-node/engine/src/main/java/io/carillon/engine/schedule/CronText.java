package io.carillon.engine.schedule;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;

/**
 * Reads cron text strictly: what is not plainly right is refused rather than guessed at, since a wrong guess shows only
 * when a job runs at the wrong time.
 *
 * <p>Five fields (minute, hour, day of month, month, day of week), or six with leading seconds, or a nickname. Nothing here
 * depends on the default locale: text beyond ASCII is refused before any letter changes its case.
 */
final class CronText {

    static final int LENGTH_MAX = 1_000;

    private static final Map<String, String> NICKNAMES = Map.of(
            "@hourly", "0 * * * *",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@weekly", "0 0 * * 0",
            "@monthly", "0 0 1 * *",
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *");

    private CronText() {}

    /** @throws ScheduleTextException saying what is wrong with the text */
    static CronExpression parse(String text) {
        requireReadable(text);
        List<String> fields = fieldsOf(text);
        if (!fields.isEmpty() && fields.get(0).startsWith("@")) {
            fields = fieldsOf(expansion(fields));
        }
        return switch (fields.size()) {
            case 0 -> throw ScheduleTextException.inSchedule("is empty");
            case 5 -> expression("0", fields);
            case 6 -> expression(fields.get(0), fields.subList(1, 6));
            default ->
                throw ScheduleTextException.inSchedule(
                        "has " + fields.size()
                                + " field(s), not 5 (minute, hour, day of month, month, day of week) or 6 (with leading seconds)");
        };
    }

    /** Refuses what no schedule may hold, so that everything after may take characters at face value. */
    static void requireReadable(String text) {
        if (text.length() > LENGTH_MAX) {
            throw ScheduleTextException.inSchedule(
                    "is " + text.length() + " characters long, more than the " + LENGTH_MAX + " allowed");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r') {
                throw ScheduleTextException.inSchedule("has a line break at position " + (i + 1));
            }
            if ((c < ' ' && c != '\t') || c > '~') {
                throw ScheduleTextException.inSchedule(
                        "has the character U+" + hex(c) + " at position " + (i + 1) + "; only ASCII is allowed");
            }
        }
    }

    /** What lies between blanks and tabs. */
    static List<String> fieldsOf(String text) {
        return Collections.list(new StringTokenizer(text, " \t")).stream()
                .map(String.class::cast)
                .toList();
    }

    private static String expansion(List<String> fields) {
        String nickname = fields.get(0);
        String expansion = NICKNAMES.get(nickname);
        if (expansion == null) {
            throw ScheduleTextException.inSchedule("there is no nickname " + quoted(nickname) + "; there are "
                    + String.join(", ", new TreeMap<>(NICKNAMES).keySet()) + " and @every");
        }
        if (fields.size() > 1) {
            throw ScheduleTextException.inSchedule(nickname + " stands alone, without " + quoted(fields.get(1)));
        }
        return expansion;
    }

    private static CronExpression expression(String second, List<String> others) {
        return new CronExpression(
                new FieldReader(CronField.SECOND).read(second),
                new FieldReader(CronField.MINUTE).read(others.get(0)),
                new FieldReader(CronField.HOUR).read(others.get(1)),
                new FieldReader(CronField.DAY_OF_MONTH).read(others.get(2)),
                new FieldReader(CronField.MONTH).read(others.get(3)),
                new FieldReader(CronField.DAY_OF_WEEK).read(others.get(4)));
    }

    /** A piece of the text for a message, cut where a long one would bury the message. */
    static String quoted(String piece) {
        return piece.length() <= 30 ? "'" + piece + "'" : "'" + piece.substring(0, 30) + "...'";
    }

    private static String hex(char c) {
        String digits = Integer.toHexString(c).toUpperCase(Locale.ROOT);
        return "0".repeat(4 - digits.length()) + digits;
    }
}
