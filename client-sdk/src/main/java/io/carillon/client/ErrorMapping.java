package io.carillon.client;

import io.carillon.client.call.ErrorTrailer;
import io.carillon.proto.v1.ErrorDetail;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The status code chooses the exception; the error detail, where the cluster sent one, fills it. */
final class ErrorMapping {
    private ErrorMapping() {}

    static CarillonException toException(StatusRuntimeException failure) {
        Status status = failure.getStatus();
        ErrorDetail detail = ErrorTrailer.read(failure);
        String type = detail == null || detail.getType().isEmpty() ? defaultType(status.getCode()) : detail.getType();
        String message = message(status, detail);
        return switch (status.getCode()) {
            case INVALID_ARGUMENT, OUT_OF_RANGE ->
                new CarillonException.Invalid(type, message, violations(detail), failure);
            case NOT_FOUND -> new CarillonException.NotFound(type, message, failure);
            case ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED -> new CarillonException.Conflict(type, message, failure);
            case RESOURCE_EXHAUSTED -> new CarillonException.Exhausted(type, message, retryAfter(detail), failure);
            case UNAUTHENTICATED, PERMISSION_DENIED -> new CarillonException.Denied(type, message, failure);
            case UNAVAILABLE, DEADLINE_EXCEEDED ->
                new CarillonException.Unavailable(type, message, retryAfter(detail), failure);
            case CANCELLED -> new CarillonException.Cancelled(type, message, failure);
            case UNIMPLEMENTED, INTERNAL, DATA_LOSS, UNKNOWN, OK ->
                new CarillonException.Internal(type, message, failure);
        };
    }

    private static String defaultType(Status.Code code) {
        return code.name().toLowerCase(Locale.ROOT);
    }

    private static String message(Status status, @Nullable ErrorDetail detail) {
        if (detail != null && !detail.getDetail().isEmpty()) {
            return detail.getDetail();
        }
        String description = status.getDescription();
        return description == null ? status.getCode().name() : description;
    }

    private static List<FieldViolation> violations(@Nullable ErrorDetail detail) {
        return detail == null
                ? List.of()
                : detail.getErrorsList().stream()
                        .map(error -> new FieldViolation(error.getField(), error.getMessage()))
                        .toList();
    }

    private static @Nullable Duration retryAfter(@Nullable ErrorDetail detail) {
        return detail == null || !detail.hasRetryAfter() ? null : Wire.duration(detail.getRetryAfter());
    }
}
