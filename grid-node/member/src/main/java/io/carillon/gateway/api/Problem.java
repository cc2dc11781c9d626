package io.carillon.gateway.api;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a call is refused, for both doors.
 *
 * @param detail one sentence for a person, about this call
 * @param retryAfter when repeating the call makes sense; null where it does not
 */
public record Problem(
        ProblemType type,
        String detail,
        List<FieldViolation> errors,
        @Nullable Duration retryAfter) {

    private static final Duration SOON = Duration.ofSeconds(1);

    private static final int DETAIL_CHARS_MAX = 1_000;

    public Problem {
        detail = Texts.shown(detail, DETAIL_CHARS_MAX);
        errors = List.copyOf(errors);
    }

    public static Problem of(ProblemType type, String detail) {
        return new Problem(type, detail, List.of(), null);
    }

    /** The call may be repeated in a moment. */
    public static Problem passing(ProblemType type, String detail) {
        return new Problem(type, detail, List.of(), SOON);
    }

    public static Problem invalid(List<FieldViolation> errors) {
        String detail = errors.size() == 1
                ? errors.get(0).field() + ": " + errors.get(0).message()
                : errors.size() + " fields are wrong";
        return new Problem(ProblemType.INVALID_REQUEST, detail, errors, null);
    }

    public static Problem invalid(String field, String message) {
        return invalid(List.of(new FieldViolation(field, message)));
    }

    public ProblemException toException() {
        return new ProblemException(this);
    }
}
