package io.carillon.gateway.grpc;

import io.carillon.gateway.api.FieldViolation;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemType;
import io.carillon.proto.v1.ErrorDetail;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Locale;

/** A problem as gRPC tells it: a status, and the particulars in a trailer. */
final class WireProblems {

    static final Metadata.Key<byte[]> DETAIL = Metadata.Key.of("carillon-error-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private WireProblems() {}

    static StatusRuntimeException toStatus(Problem problem) {
        Metadata trailers = new Metadata();
        trailers.put(DETAIL, detail(problem).toByteArray());
        return status(problem.type()).withDescription(problem.detail()).asRuntimeException(trailers);
    }

    static ErrorDetail detail(Problem problem) {
        ErrorDetail.Builder detail = ErrorDetail.newBuilder()
                .setType(problem.type().name().toLowerCase(Locale.ROOT))
                .setDetail(problem.detail());
        for (FieldViolation error : problem.errors()) {
            detail.addErrorsBuilder().setField(WireNames.ofField(error.field())).setMessage(error.message());
        }
        if (problem.retryAfter() != null) {
            detail.setRetryAfter(WireTime.duration(problem.retryAfter()));
        }
        return detail.build();
    }

    static Status status(ProblemType type) {
        return switch (type) {
            case MALFORMED_JSON, INVALID_REQUEST, PAYLOAD_TOO_LARGE, IDEMPOTENCY_KEY_REUSED -> Status.INVALID_ARGUMENT;
            case UNAUTHENTICATED -> Status.UNAUTHENTICATED;
            case FORBIDDEN -> Status.PERMISSION_DENIED;
            case NOT_FOUND -> Status.NOT_FOUND;
            case ID_TAKEN, KEY_TAKEN, JOB_EXISTS -> Status.ALREADY_EXISTS;
            case QUOTA_EXCEEDED -> Status.RESOURCE_EXHAUSTED;
            case JOB_DELETED, RUN_AT_PASSED, RUN_NOT_CANCELLABLE, RUN_NOT_DEAD, API_KEY_ENDED, CLUSTER_TOO_SMALL ->
                Status.FAILED_PRECONDITION;
            case IDEMPOTENCY_IN_PROGRESS, CLUSTER_SIZE_CHANGED, STALE_REVISION -> Status.ABORTED;
            case STORE_UNAVAILABLE, SHARD_MOVING, OVERLOADED -> Status.UNAVAILABLE;
            case STATISTICS_OFF -> Status.UNIMPLEMENTED;
            case METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, UNSUPPORTED_MEDIA_TYPE, INTERNAL -> Status.INTERNAL;
        };
    }
}
