package io.carillon.engine.grid;

/** The member's grid cannot start; the message says why, and what to do, in one line. */
public final class GridStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    GridStartException(String message) {
        super(message);
    }

    GridStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
