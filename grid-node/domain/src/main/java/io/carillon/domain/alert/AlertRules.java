package io.carillon.domain.alert;

import io.carillon.domain.alert.PostOutcome.Kind;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When an alert is sent, and when again. Pure.
 *
 * <p>An alert that was not taken waits longer each time; so one that its endpoint refuses for its own sake costs little.
 * An endpoint that takes nothing is closed after a few failures, at once if it was silent, and then gets one alert as a
 * probe from time to time, whatever number is waiting; the first one it takes opens it.
 */
public final class AlertRules {

    /** In a row, of an endpoint, before it is closed. */
    public static final int FAILURES_MAX = 5;
    /** An alert older than this is given up: its dead letter can still be listed and redriven. */
    public static final Duration GIVE_UP_AFTER = Duration.ofDays(7);

    static final Duration AGAIN_MIN = Duration.ofSeconds(10);
    static final Duration AGAIN_MAX = Duration.ofMinutes(15);
    static final Duration CLOSED_MIN = Duration.ofSeconds(30);
    static final Duration CLOSED_MAX = Duration.ofMinutes(5);
    /** Of every delay, either way: what failed together must not come back together. */
    static final double JITTER = 0.2;

    private static final int DOUBLINGS_MAX = 20;

    private AlertRules() {}

    /**
     * How many alerts may be sent to an endpoint now.
     *
     * @param circuit null if all is well
     * @param underWay to it from this member
     * @param most to one endpoint at once from this member
     */
    public static int room(@Nullable Circuit circuit, int underWay, int most, Instant now) {
        if (circuit == null) {
            return Math.max(0, most - underWay);
        }
        if (now.isBefore(circuit.closedUntil())) {
            return 0;
        }
        // Doubtful or closed: one tells as much as many.
        return underWay == 0 ? 1 : 0;
    }

    /** Nobody else may probe while one does. */
    public static boolean isProbe(@Nullable Circuit circuit) {
        return circuit != null && circuit.failures() >= FAILURES_MAX;
    }

    /**
     * @param before the circuit as it is when the answer comes; null if all was well
     * @param chance two uniform numbers in [0, 1), for the alert and for the circuit
     */
    public static AlertDecision decide(
            Alert alert,
            PostOutcome outcome,
            @Nullable Circuit before,
            Instant now,
            double chance,
            double circuitChance) {
        if (outcome.kind() == Kind.TAKEN) {
            return new AlertDecision.Delivered();
        }
        Circuit circuit = after(before, outcome, now, circuitChance);
        if (Duration.between(alert.diedAt(), now).compareTo(GIVE_UP_AFTER) >= 0) {
            return new AlertDecision.GivenUp(circuit);
        }
        Duration wait = spread(doubled(AGAIN_MIN, alert.tries() - 1, AGAIN_MAX), chance);
        return new AlertDecision.Again(now.plus(wait), circuit);
    }

    private static Circuit after(@Nullable Circuit before, PostOutcome outcome, Instant now, double chance) {
        int failures = before == null ? 1 : before.failures() + 1;
        if (outcome.kind() == Kind.SILENT) {
            failures = Math.max(failures, FAILURES_MAX);
        }
        Instant since = before == null ? now : before.failingSince();
        Instant until = failures < FAILURES_MAX
                ? now
                : now.plus(spread(doubled(CLOSED_MIN, failures - FAILURES_MAX, CLOSED_MAX), chance));
        return new Circuit(failures, since, until, outcome.detail());
    }

    private static Duration doubled(Duration first, int times, Duration max) {
        Duration grown = first.multipliedBy(1L << Math.min(Math.max(times, 0), DOUBLINGS_MAX));
        return grown.compareTo(max) > 0 ? max : grown;
    }

    private static Duration spread(Duration delay, double chance) {
        return Duration.ofMillis(Math.round(delay.toMillis() * (1 - JITTER + 2 * JITTER * chance)));
    }
}
