package io.carillon.app.watchdog;

import java.util.Locale;

/** What a watch looks for. */
public enum WatchKind {
    /** A due time has passed, and nobody has planned it. */
    OVERDUE("jobs whose due time has passed, and nobody plans them: the scheduler stands still"),
    /** A run is running beyond its time limit and all grace. */
    OVERLONG("runs that are running beyond their time limit: nobody ends them"),
    /** An active schedule without an end has no next time. */
    SILENT("active schedules without a next time: they will never run again"),
    /** An occurrence is in neither a run nor a skip. */
    UNACCOUNTED("jobs with occurrences that are in neither a run nor a counted skip"),
    /** The watch itself cannot look. */
    BLIND("failures in a row of the watch itself: it sees nothing");

    private final String words;

    WatchKind(String words) {
        this.words = words;
    }

    /** After a number, what there are so many of. */
    String words() {
        return words;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
