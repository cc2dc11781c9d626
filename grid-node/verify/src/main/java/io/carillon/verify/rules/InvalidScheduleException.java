package io.carillon.verify.rules;

/** A schedule means nothing. */
public final class InvalidScheduleException extends IllegalArgumentException {
    public InvalidScheduleException(String message) {
        super(message);
    }
}
