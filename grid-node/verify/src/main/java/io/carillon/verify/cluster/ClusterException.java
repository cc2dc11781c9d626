package io.carillon.verify.cluster;

/** The cluster cannot be used; the message is one line that says why and what to do. */
public final class ClusterException extends RuntimeException {

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
