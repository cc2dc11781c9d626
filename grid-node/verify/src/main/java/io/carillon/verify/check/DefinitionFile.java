package io.carillon.verify.check;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;

/**
 * A definition with all it names.
 *
 * @param request that brought it
 * @param slots the nominal times of the whole observation, whether in force or not, each with the window of its jitter
 * @param known false: a fixed rate that nobody can tell the beginning of; it may name any time
 */
record DefinitionFile(Request request, SortedMap<Instant, Duration> slots, boolean known) {
    private static final List<Duration> BACKOFF =
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(2));

    Definition definition() {
        return request.defined();
    }

    boolean names(Instant nominal) {
        return !known || slots.containsKey(nominal);
    }

    boolean takesTurns() {
        Definition.Overlap overlap = definition().overlap();
        return overlap != null && overlap != Definition.Overlap.ALLOW;
    }

    Definition.Misfire misfire() {
        return Objects.requireNonNullElse(definition().misfire(), Definition.Misfire.RUN_ONCE);
    }

    Duration misfireAfter() {
        return Objects.requireNonNullElse(definition().misfireAfter(), Duration.ofMinutes(5));
    }

    int retriesMax() {
        return Objects.requireNonNullElse(definition().retriesMax(), 3);
    }

    /** The shortest wait after so many failures, one or more. */
    Duration shortestWait(int failures) {
        return scaled(wait(failures), 1 - jitter());
    }

    Duration longestWait(int failures) {
        return scaled(wait(failures), 1 + jitter());
    }

    private Duration wait(int failures) {
        List<Duration> waits = Objects.requireNonNullElse(definition().backoff(), BACKOFF);
        return waits.isEmpty() ? Duration.ZERO : waits.get(Math.min(failures, waits.size()) - 1);
    }

    private double jitter() {
        return Objects.requireNonNullElse(definition().backoffJitter(), 0.2);
    }

    private static Duration scaled(Duration duration, double by) {
        return Duration.ofMillis((long) (duration.toMillis() * by));
    }
}
