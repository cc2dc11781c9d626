package io.carillon.worker.handler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failure that may pass, after which the next attempt, if there is one, waits at least the given time. */
public class RetryAfterException extends Exception {
    private final Duration delay;

    /** @param delay not negative */
    public RetryAfterException(String message, Duration delay) {
        this(message, delay, null);
    }

    public RetryAfterException(String message, Duration delay, @Nullable Throwable cause) {
        super(message, cause);
        if (delay.isNegative()) {
            throw new IllegalArgumentException("the delay must not be negative, was " + delay);
        }
        this.delay = delay;
    }

    public Duration delay() {
        return delay;
    }
}
