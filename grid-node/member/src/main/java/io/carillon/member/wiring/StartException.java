package io.carillon.member.wiring;

/** Something a member needs is not there; the message says what, and what to do. */
public final class StartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StartException(String message) {
        super(message);
    }

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
