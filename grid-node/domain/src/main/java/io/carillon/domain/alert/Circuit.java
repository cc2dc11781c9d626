package io.carillon.domain.alert;

import java.time.Instant;

/**
 * An endpoint that has not taken the last alert it was sent.
 *
 * @param failures in a row, from 1
 * @param closedUntil nothing is sent to it before; after that one alert at a time, as a probe, once there were {@link
 *     AlertRules#FAILURES_MAX} failures
 * @param lastError what the last one was
 */
public record Circuit(int failures, Instant failingSince, Instant closedUntil, String lastError) {

    public Circuit {
        if (failures < 1) {
            throw new IllegalArgumentException("a circuit after " + failures + " failures");
        }
    }
}
