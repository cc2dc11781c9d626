package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.gateway.api.Samples;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BadGrpcCallTest {

    private static GrpcDoor door;

    @BeforeAll
    static void open() {
        door = new GrpcDoor();
    }

    @AfterAll
    static void close() throws InterruptedException {
        door.close();
    }

    static Stream<BadGrpcCall> calls() {
        return BadGrpcCall.all(Samples.PLAIN.toString()).stream();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void a_bad_call_has_its_status_and_names_its_field_and_asks_nothing_of_owners(BadGrpcCall bad) {
        BadGrpcCall.Refusal refusal = bad.refusal(door.wire.channel);

        assertThat(refusal.code()).isEqualTo(bad.code());
        assertThat(refusal.fields()).isEqualTo(bad.field().isEmpty() ? List.of() : List.of(bad.field()));
        if (!bad.type().isEmpty()) {
            assertThat(refusal.type()).isEqualTo(bad.type());
        }
        assertThat(door.owners.asked).isEmpty();
    }

    @Test
    void there_are_more_than_sixty() {
        assertThat(calls()).hasSizeGreaterThan(120);
    }
}
