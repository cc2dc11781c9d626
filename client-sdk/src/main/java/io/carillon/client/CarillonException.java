package io.carillon.client;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that failed. The subclass says what a caller can do about it, {@link #type()} names the exact problem: a stable
 * word, the same as in the REST interface's problem type.
 */
public abstract sealed class CarillonException extends RuntimeException {
    private final String type;

    CarillonException(String type, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    /** For instance {@code not_found} or {@code quota_exceeded}. */
    public String type() {
        return type;
    }

    /** The request is wrong; repeating it is useless. */
    public static final class Invalid extends CarillonException {
        private final transient List<FieldViolation> violations;

        Invalid(String type, String message, List<FieldViolation> violations, @Nullable Throwable cause) {
            super(type, message, cause);
            this.violations = List.copyOf(violations);
        }

        /** The fields at fault; empty if the request as a whole is. */
        public List<FieldViolation> violations() {
            return violations;
        }
    }

    /** There is no such job or run, or the caller may not see it. */
    public static final class NotFound extends CarillonException {
        NotFound(String type, String message, @Nullable Throwable cause) {
            super(type, message, cause);
        }
    }

    /** The id or key is taken, or the job or run is not in a state for this. */
    public static final class Conflict extends CarillonException {
        Conflict(String type, String message, @Nullable Throwable cause) {
            super(type, message, cause);
        }
    }

    /** A quota of the owner is full, or the owner asks too much at once. */
    public static final class Exhausted extends CarillonException {
        private final @Nullable Duration retryAfter;

        Exhausted(String type, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
            super(type, message, cause);
            this.retryAfter = retryAfter;
        }

        /** When waiting helps; null if only freeing something does. */
        public @Nullable Duration retryAfter() {
            return retryAfter;
        }
    }

    /** The caller is not known, or not allowed to do this. */
    public static final class Denied extends CarillonException {
        Denied(String type, String message, @Nullable Throwable cause) {
            super(type, message, cause);
        }
    }

    /**
     * No member could do it within the deadline. Whether it was done is unknown; the same request may be sent again, with
     * the same job or request id.
     */
    public static final class Unavailable extends CarillonException {
        private final @Nullable Duration retryAfter;

        Unavailable(String type, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
            super(type, message, cause);
            this.retryAfter = retryAfter;
        }

        /** The wait the cluster asks for, if it said so. */
        public @Nullable Duration retryAfter() {
            return retryAfter;
        }
    }

    /** The caller gave up: the client was closed, or the waiting thread interrupted. */
    public static final class Cancelled extends CarillonException {
        Cancelled(String type, String message, @Nullable Throwable cause) {
            super(type, message, cause);
        }
    }

    /** The cluster failed in a way it should not, or speaks another version of the contract. */
    public static final class Internal extends CarillonException {
        Internal(String type, String message, @Nullable Throwable cause) {
            super(type, message, cause);
        }
    }
}
