package io.carillon.engine.alert;

import java.time.Duration;

/**
 * What alerts may cost a member.
 *
 * @param underWayMax alerts sent at once, hence the most that is held in memory
 * @param perEndpoint of these to one endpoint
 * @param taken for how long a taken alert is this member's: above all that one post may last; a dead member's alerts are
 *     sent again after it
 * @param look how often to look for alerts
 */
public record AlertSettings(int underWayMax, int perEndpoint, Duration taken, Duration look) {

    public static final AlertSettings DEFAULT = new AlertSettings(32, 4, Duration.ofMinutes(2), Duration.ofSeconds(1));

    public AlertSettings {
        if (perEndpoint < 1 || underWayMax < perEndpoint || underWayMax > 64) {
            throw new IllegalArgumentException("underWayMax " + underWayMax + ", perEndpoint " + perEndpoint);
        }
    }
}
