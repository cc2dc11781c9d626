package io.carillon.client.call;

import com.google.protobuf.InvalidProtocolBufferException;
import io.carillon.proto.v1.ErrorDetail;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The trailer in which a failed call says more than its status code. */
public final class ErrorTrailer {
    public static final Metadata.Key<byte[]> KEY =
            Metadata.Key.of("carillon-error-bin", Metadata.BINARY_BYTE_MARSHALLER);

    private ErrorTrailer() {}

    /** Null if the call failed below the application, or what it carries cannot be read. */
    public static @Nullable ErrorDetail read(StatusRuntimeException status) {
        Metadata trailers = status.getTrailers();
        byte[] bytes = trailers == null ? null : trailers.get(KEY);
        if (bytes == null) {
            return null;
        }
        try {
            return ErrorDetail.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    static @Nullable Duration retryAfter(StatusRuntimeException status) {
        ErrorDetail detail = read(status);
        if (detail == null || !detail.hasRetryAfter()) {
            return null;
        }
        return Duration.ofSeconds(
                detail.getRetryAfter().getSeconds(), detail.getRetryAfter().getNanos());
    }
}
