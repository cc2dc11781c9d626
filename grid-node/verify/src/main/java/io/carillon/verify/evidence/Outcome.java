package io.carillon.verify.evidence;

/** What a caller knows of its request. */
public enum Outcome {
    /** A 2xx, or its like over gRPC: it is done, durably. */
    ACKNOWLEDGED,
    /** A 4xx, or its like: it is not done and will not be. */
    REFUSED,
    /** No answer, a broken connection, any 5xx: it may be done, or still be done later. */
    UNKNOWN
}
