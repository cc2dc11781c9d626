package io.carillon.domain.alert;

/**
 * What an endpoint did with an alert.
 *
 * @param detail what to tell an operator; of no consequence
 */
public record PostOutcome(Kind kind, String detail) {

    public enum Kind {
        /** It answered with a 2xx. */
        TAKEN,
        /** It answered otherwise. Redirects are not followed: what the owner named is what is called. */
        REFUSED,
        /** It could not be connected to, or may not be. */
        UNREACHABLE,
        /** It did not answer in time, and so has cost as much as an endpoint can. */
        SILENT
    }

    public static PostOutcome taken() {
        return new PostOutcome(Kind.TAKEN, "");
    }
}
