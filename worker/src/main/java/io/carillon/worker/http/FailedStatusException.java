package io.carillon.worker.http;

import io.carillon.worker.handler.RetryAfterException;
import java.time.Duration;

/** The target answered with a status that may be another one the next time. */
public final class FailedStatusException extends RetryAfterException {

    /** @param delay what the target asks for; zero if it does not */
    FailedStatusException(String message, Duration delay) {
        super(message, delay);
    }

    /** Where it was thrown says nothing about the target. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
