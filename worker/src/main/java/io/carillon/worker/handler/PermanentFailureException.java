package io.carillon.worker.handler;

import org.jspecify.annotations.Nullable;

/** Trying again is useless; the run is not retried. */
public class PermanentFailureException extends Exception {

    public PermanentFailureException(String message) {
        super(message);
    }

    public PermanentFailureException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
