package io.carillon.engine.gateway;

import java.time.Duration;

/**
 * @param leaseDuration granted by each heartbeat
 * @param handOffTimeout after which an owner offers a handed-off run again, so that waiting longer is useless
 */
public record GatewaySettings(Duration leaseDuration, Duration handOffTimeout) {

    public GatewaySettings {
        if (leaseDuration.isNegative() || leaseDuration.isZero() || handOffTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "durations must be positive, were " + leaseDuration + " and " + handOffTimeout);
        }
    }
}
