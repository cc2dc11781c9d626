package io.carillon.persistence.embedded;

/** The embedded server cannot be used; the message is one line that says why and what to do. */
public final class EmbeddedPostgresException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EmbeddedPostgresException(String message) {
        super(message);
    }

    public EmbeddedPostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
