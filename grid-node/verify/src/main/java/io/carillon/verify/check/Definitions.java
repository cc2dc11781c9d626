package io.carillon.verify.check;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.rules.FixedRateTimetable;
import io.carillon.verify.rules.Occurrences;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds out what each definition of a job names. */
final class Definitions {

    private Definitions() {}

    /**
     * @param nominals times that the product or its calls name
     * @param upTo later nominal times are not looked at
     */
    static Map<Long, DefinitionFile> of(
            List<Request> requests, SortedSet<Instant> nominals, Instant upTo, Duration slack) {
        Map<Long, DefinitionFile> files = new LinkedHashMap<>();
        // Changes are repeated, and changed back.
        Map<Definition, SortedMap<Instant, Duration>> known = new HashMap<>();
        String rate = null;
        @Nullable Instant anchor = null;
        List<Request> defining = requests.stream().filter(Definitions::defines).toList();
        for (int i = 0; i < defining.size(); i++) {
            Request request = defining.get(i);
            String schedule = request.defined().schedule();
            if (schedule == null || !schedule.strip().startsWith("@every")) {
                files.put(
                        request.number(),
                        new DefinitionFile(request, slots(known, request, Instant.EPOCH, upTo, slack), true));
                rate = null;
                continue;
            }
            if (!goesOn(rate, schedule)) {
                Instant last = i + 1 < defining.size() ? defining.get(i + 1).sentAt() : upTo;
                anchor = anchor(request, nominals, last, FixedRateTimetable.period(schedule), slack);
            }
            rate = schedule;
            files.put(
                    request.number(),
                    anchor == null
                            ? new DefinitionFile(request, new TreeMap<>(), false)
                            : new DefinitionFile(request, slots(request, anchor, upTo, slack), true));
        }
        return files;
    }

    private static SortedMap<Instant, Duration> slots(
            Map<Definition, SortedMap<Instant, Duration>> known,
            Request request,
            Instant anchor,
            Instant upTo,
            Duration slack) {
        return known.computeIfAbsent(request.defined(), definition -> slots(request, anchor, upTo, slack));
    }

    private static boolean defines(Request request) {
        boolean defines = request.kind() == Request.Kind.CREATE || request.kind() == Request.Kind.EDIT;
        return defines && request.mayBeDone();
    }

    /** A one-off counts even if its time had passed. */
    private static SortedMap<Instant, Duration> slots(Request request, Instant anchor, Instant upTo, Duration slack) {
        Instant runAt = request.defined().runAt();
        if (runAt != null) {
            return new TreeMap<>(Map.of(runAt, Duration.ZERO));
        }
        Instant after = request.sentAt().minus(slack).minusSeconds(1);
        return new Occurrences(request.defined(), anchor).slots(after, upTo);
    }

    /** A rate of the same period keeps its anchor over an edit. */
    private static boolean goesOn(@Nullable String before, String now) {
        return before != null && FixedRateTimetable.period(before).equals(FixedRateTimetable.period(now));
    }

    /**
     * A rate counts from an instant between request and answer, which the caller does not know; the first time that follows before the
     * next edit tells it, if it fits at all. Null: there is none.
     */
    private static @Nullable Instant anchor(
            Request request, SortedSet<Instant> nominals, Instant last, Duration period, Duration slack) {
        Instant from = request.sentAt().minus(slack);
        Instant to = request.answeredAt().plus(slack);
        return nominals.subSet(to, last.isBefore(to) ? to : last).stream()
                .map(nominal -> firstFrom(from, nominal, period))
                .filter(anchor -> !anchor.isAfter(to))
                .findFirst()
                .orElse(null);
    }

    /** The first instant from {@code from} on that lies whole periods before. */
    private static Instant firstFrom(Instant from, Instant nominal, Duration period) {
        return nominal.minus(period.multipliedBy(Duration.between(from, nominal).dividedBy(period)));
    }
}
