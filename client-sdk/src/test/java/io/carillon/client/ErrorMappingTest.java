package io.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.client.call.ErrorTrailer;
import io.carillon.proto.v1.ErrorDetail;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorMappingTest {

    @ParameterizedTest
    @CsvSource({
        "INVALID_ARGUMENT, Invalid",
        "OUT_OF_RANGE, Invalid",
        "NOT_FOUND, NotFound",
        "ALREADY_EXISTS, Conflict",
        "FAILED_PRECONDITION, Conflict",
        "ABORTED, Conflict",
        "RESOURCE_EXHAUSTED, Exhausted",
        "UNAUTHENTICATED, Denied",
        "PERMISSION_DENIED, Denied",
        "UNAVAILABLE, Unavailable",
        "DEADLINE_EXCEEDED, Unavailable",
        "CANCELLED, Cancelled",
        "UNIMPLEMENTED, Internal",
        "INTERNAL, Internal",
        "DATA_LOSS, Internal",
        "UNKNOWN, Internal",
    })
    void status_code_chooses_the_exception(Status.Code code, String exception) {
        StatusRuntimeException failure = code.toStatus().withDescription("why").asRuntimeException();

        CarillonException mapped = ErrorMapping.toException(failure);

        assertThat(mapped.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(mapped).hasMessage("why").hasCause(failure);
        assertThat(mapped.type()).isEqualTo(code.name().toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @EnumSource(Status.Code.class)
    void status_without_description_has_a_message_all_the_same(Status.Code code) {
        assertThat(ErrorMapping.toException(code.toStatus().asRuntimeException()))
                .hasMessage(code.name());
    }

    @ParameterizedTest
    @EnumSource(
            value = Status.Code.class,
            names = {"NOT_FOUND", "ABORTED", "RESOURCE_EXHAUSTED"})
    void detail_gives_type_and_message(Status.Code code) {
        CarillonException mapped = ErrorMapping.toException(failure(
                code,
                ErrorDetail.newBuilder()
                        .setType("quota_exceeded")
                        .setDetail("full")
                        .build()));

        assertThat(mapped).hasMessage("full");
        assertThat(mapped.type()).isEqualTo("quota_exceeded");
    }

    @Test
    void violations_name_their_fields() {
        CarillonException mapped = ErrorMapping.toException(failure(
                Status.Code.INVALID_ARGUMENT,
                ErrorDetail.newBuilder()
                        .addErrors(io.carillon.proto.v1.FieldViolation.newBuilder()
                                .setField("schedule")
                                .setMessage("can never match"))
                        .build()));

        assertThat(mapped)
                .isInstanceOfSatisfying(
                        CarillonException.Invalid.class,
                        invalid -> assertThat(invalid.violations())
                                .containsExactly(new FieldViolation("schedule", "can never match")));
    }

    @Test
    void retry_after_is_passed_on() {
        ErrorDetail detail = ErrorDetail.newBuilder()
                .setRetryAfter(Wire.duration(Duration.ofMillis(1_500)))
                .build();

        assertThat(ErrorMapping.toException(failure(Status.Code.UNAVAILABLE, detail)))
                .isInstanceOfSatisfying(
                        CarillonException.Unavailable.class,
                        unavailable -> assertThat(unavailable.retryAfter()).isEqualTo(Duration.ofMillis(1_500)));
        assertThat(ErrorMapping.toException(failure(Status.Code.RESOURCE_EXHAUSTED, detail)))
                .isInstanceOfSatisfying(
                        CarillonException.Exhausted.class,
                        exhausted -> assertThat(exhausted.retryAfter()).isEqualTo(Duration.ofMillis(1_500)));
    }

    @Test
    void trailer_that_cannot_be_read_is_passed_over() {
        Metadata trailers = new Metadata();
        trailers.put(ErrorTrailer.KEY, new byte[] {(byte) 0xff});

        assertThat(ErrorMapping.toException(
                        Status.NOT_FOUND.withDescription("no job").asRuntimeException(trailers)))
                .isInstanceOf(CarillonException.NotFound.class)
                .hasMessage("no job");
    }

    private static StatusRuntimeException failure(Status.Code code, ErrorDetail detail) {
        Metadata trailers = new Metadata();
        trailers.put(ErrorTrailer.KEY, detail.toByteArray());
        return code.toStatus().withDescription("bare").asRuntimeException(trailers);
    }
}
