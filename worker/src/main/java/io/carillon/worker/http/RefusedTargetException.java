package io.carillon.worker.http;

import io.carillon.worker.handler.PermanentFailureException;

/** The target is none a run may be sent to. */
public final class RefusedTargetException extends PermanentFailureException {
    RefusedTargetException(String message) {
        super(message);
    }

    /** Where it was thrown says nothing about the target. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
