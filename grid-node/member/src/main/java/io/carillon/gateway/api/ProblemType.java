package io.carillon.gateway.api;

import java.util.Locale;

/**
 * What can be wrong with a call. The names are stable: they are the last part of a problem's {@code type} over REST and of
 * an error detail's {@code type} over gRPC.
 */
public enum ProblemType {
    MALFORMED_JSON(400, "The body is not valid JSON"),
    INVALID_REQUEST(400, "The request breaks a rule"),
    /** No key was sent, or none that opens anything. */
    UNAUTHENTICATED(401, "An API key is needed"),
    FORBIDDEN(403, "Not allowed"),
    NOT_FOUND(404, "Not found"),
    METHOD_NOT_ALLOWED(405, "The path exists, but not with this method"),
    NOT_ACCEPTABLE(406, "The answer cannot be given in an accepted media type"),
    /** A client-chosen id names another job. */
    ID_TAKEN(409, "The id names another job"),
    /** Another job of the owner has the key. */
    KEY_TAKEN(409, "Another job of the owner has this key"),
    /** The owner has as many jobs, or exact jobs, as it may have. */
    QUOTA_EXCEEDED(409, "A quota of the owner is full"),
    JOB_DELETED(409, "The job was deleted"),
    /** A one-off cannot be moved to a time up to which the job is accounted for already. */
    RUN_AT_PASSED(409, "The time lies before what is accounted for already"),
    RUN_NOT_CANCELLABLE(409, "The run cannot be cancelled"),
    RUN_NOT_DEAD(409, "Only a dead run can be redriven"),
    API_KEY_ENDED(409, "The API key was revoked or has expired"),
    /** The members that are there would be no majority. */
    CLUSTER_TOO_SMALL(409, "Too few members are there"),
    /** The first request with this key is still under way; the call may be repeated. */
    IDEMPOTENCY_IN_PROGRESS(409, "The first request with this key is not answered yet"),
    /** Somebody else was quicker, and what stands is what he asked for. */
    CLUSTER_SIZE_CHANGED(409, "The size was changed at the same time"),
    /** The job has changed since the revision that the call names. */
    STALE_REVISION(412, "The job has another revision"),
    /** The call was to create it. */
    JOB_EXISTS(412, "The job exists already"),
    PAYLOAD_TOO_LARGE(413, "Too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body's media type is not supported"),
    IDEMPOTENCY_KEY_REUSED(422, "The key was used for another request"),
    INTERNAL(500, "Something went wrong on our side"),
    /** The operator does without them. */
    STATISTICS_OFF(501, "Statistics are switched off"),
    /** Whether the call had an effect is unknown; it may be repeated. */
    STORE_UNAVAILABLE(503, "The database cannot be reached"),
    /** The shard is changing hands; the call may be repeated. */
    SHARD_MOVING(503, "The job is changing hands between members"),
    OVERLOADED(503, "Too much at once");

    private static final String PREFIX = "urn:carillon:problem:";

    private final int httpStatus;
    private final String title;

    ProblemType(int httpStatus, String title) {
        this.httpStatus = httpStatus;
        this.title = title;
    }

    public String uri() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    public int httpStatus() {
        return httpStatus;
    }

    public String title() {
        return title;
    }
}
