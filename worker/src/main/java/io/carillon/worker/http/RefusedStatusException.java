package io.carillon.worker.http;

import io.carillon.worker.handler.PermanentFailureException;

/** The target answered with a status that says the request itself is wrong. */
public final class RefusedStatusException extends PermanentFailureException {
    RefusedStatusException(String message) {
        super(message);
    }

    /** Where it was thrown says nothing about the target. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
