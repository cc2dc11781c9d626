package io.carillon.domain.store;

/** The durable store did not answer. Whether it acted is unknown. */
public final class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
