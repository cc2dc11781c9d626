package io.carillon.app.settings;

import java.time.Duration;

/** A setting that cannot be; the message names key, value and what is allowed. */
public final class SettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SettingsException(String message) {
        super(message);
    }

    static void require(boolean holds, String key, Object value, String allowed) {
        if (!holds) {
            throw new SettingsException(key + "=" + value + " is not allowed; allowed is " + allowed);
        }
    }

    static void requireBetween(String key, Duration value, Duration min, Duration max) {
        require(
                value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
                key,
                value.toSeconds() + "s",
                text(min) + " to " + text(max));
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
