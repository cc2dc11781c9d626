package io.carillon.worker.fence;

/**
 * A later attempt of the same run has written already, so this one must not: roll back and stop. Unchecked, because the
 * usual transaction templates commit when a checked exception passes through them.
 *
 * <p>Thrown out of a handler it is a failure like any other, and without effect: the attempt's report is stale, too.
 */
public final class StaleTokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String resource;
    private final long token;
    private final long highestToken;

    StaleTokenException(String resource, long token, long highestToken) {
        super("token " + token + " for " + resource + " is older than " + highestToken + ", which was here before");
        this.resource = resource;
        this.token = token;
        this.highestToken = highestToken;
    }

    public String resource() {
        return resource;
    }

    /** The one that was refused. */
    public long token() {
        return token;
    }

    /** The highest one seen; larger than {@link #token}. */
    public long highestToken() {
        return highestToken;
    }
}
