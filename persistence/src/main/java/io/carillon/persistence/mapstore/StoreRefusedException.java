package io.carillon.persistence.mapstore;

/** A value must not become visible: it is not in the database, and will not be by this operation. */
public final class StoreRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreRefusedException(String message) {
        super(message);
    }
}
