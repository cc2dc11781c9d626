package io.carillon.verify.check;

import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.Setting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether so much was seen that finding nothing wrong says something. */
final class Worth {

    /** Fewer say nothing of lateness. */
    private static final long UNTOUCHED_MIN = 10;

    private static final String NONE = "0";
    /** With less, what was verified is not the load that was asked for. */
    private static final int ASKED_SHARE = 2;

    private Worth() {}

    /** What was not there to be judged, a sentence each; none if a clean report is worth its name. */
    static List<String> lacking(CaseFile file, Figures figures) {
        List<String> lacking = new ArrayList<>();
        if (figures.acknowledged() == 0) {
            lacking.add("no request was acknowledged");
        }
        if (figures.calls() == 0) {
            lacking.add("no target was called");
        }
        if (figures.occurrences() == 0) {
            lacking.add("no occurrence was surely owed");
        }
        long plannedJobs = Long.parseLong(file.evidence().setting().options().getOrDefault(Setting.PLANNED_JOBS, NONE));
        long askedFor = file.evidence().requests().stream()
                .filter(request -> request.kind() == Request.Kind.CREATE)
                .map(request -> request.defined().name())
                .distinct()
                .count();
        if (askedFor < plannedJobs / ASKED_SHARE) {
            lacking.add(String.format(
                    Locale.ROOT, "of %,d planned jobs callers came to ask for %,d", plannedJobs, askedFor));
        }
        String planned = file.evidence().setting().options().getOrDefault(Setting.PLANNED_FAULTS, NONE);
        if (!planned.equals(NONE) && file.evidence().faults().isEmpty()) {
            lacking.add("of " + planned + " planned faults none was done");
        }
        String change = file.evidence().setting().options().get(Setting.CLOCKS_CHANGED_AT);
        if (change != null && !isWithinLoad(file, Instant.parse(change))) {
            lacking.add("clocks were changed at " + change + ", which was to be within the load; that began at "
                    + file.evidence().setting().startedAt() + ", since the cluster took long to start");
        }
        long untouched = figures.untouched().runs();
        if (!file.evidence().faults().isEmpty() && untouched < UNTOUCHED_MIN) {
            lacking.add(String.format(
                    Locale.ROOT,
                    "of %,d runs only %,d were touched by no fault, and %,d are needed to judge lateness",
                    untouched + figures.touched().runs(),
                    untouched,
                    UNTOUCHED_MIN));
        }
        return lacking;
    }

    private static boolean isWithinLoad(CaseFile file, Instant at) {
        return at.isAfter(file.evidence().setting().startedAt()) && at.isBefore(file.judgedUntil());
    }
}
