package io.carillon.engine.schedule;

/** The text of a schedule means nothing; the message says to its author where and why. */
public final class ScheduleTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;

    private ScheduleTextException(String field, String message) {
        super(message);
        this.field = field;
    }

    /** About one field of a cron expression. */
    static ScheduleTextException inCron(CronField cronField, String message) {
        return inSchedule(cronField.label() + ": " + message);
    }

    static ScheduleTextException inSchedule(String message) {
        return new ScheduleTextException("schedule", message);
    }

    static ScheduleTextException inTimeZone(String message) {
        return new ScheduleTextException("time_zone", message);
    }

    /** The field of a job that holds the text: {@code schedule} or {@code time_zone}. */
    public String field() {
        return field;
    }
}
