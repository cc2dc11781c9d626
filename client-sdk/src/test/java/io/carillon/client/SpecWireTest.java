package io.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecWireTest {
    private static final Instant NOON = Instant.parse("2027-03-01T12:00:00.000001Z");

    static Stream<JobSpec> specs() {
        return Stream.of(
                JobRequest.named("bare").oneOff(NOON).build().spec(),
                JobRequest.named("utc").cron("0 3 * * *").build().spec(),
                JobRequest.named("rate").every(Duration.ofSeconds(90)).build().spec(),
                JobRequest.named("steps")
                        .oneOff(NOON)
                        .retry(RetrySpec.times(2)
                                .withDelays(Duration.ofSeconds(1), Duration.ofMillis(2_500))
                                .withJitter(0))
                        .build()
                        .spec(),
                JobRequest.named("growing")
                        .oneOff(NOON)
                        .retry(RetrySpec.never().withExponential(Duration.ofSeconds(5)))
                        .build()
                        .spec(),
                JobRequest.named("everything")
                        .cron("*/5 * * * *", ZoneId.of("Europe/Berlin"))
                        .key("k")
                        .owner("acme")
                        .payload("{\"ü\":1}")
                        .pool("heavy")
                        .handler("h")
                        .http(new HttpTarget("https://example.org/hook", "PUT", Map.of("X-A", "b")))
                        .retry(RetrySpec.times(7)
                                .withExponential(Duration.ofSeconds(1), 3, Duration.ofMinutes(10))
                                .withJitter(0.5))
                        .timeout(Duration.ofMillis(1_500))
                        .startBefore(Duration.ofMinutes(5))
                        .misfire(MisfirePolicy.RUN_ALL)
                        .misfireAfter(Duration.ofSeconds(30))
                        .overlap(OverlapPolicy.QUEUE_ONE)
                        .timing(Timing.FLEXIBLE)
                        .jitter(Duration.ofSeconds(20))
                        .priority(0)
                        .startsAt(NOON)
                        .endsAt(NOON.plusSeconds(1))
                        .label("team", "a")
                        .label("env", "prod")
                        .build()
                        .spec());
    }

    @ParameterizedTest
    @MethodSource("specs")
    void what_is_sent_is_what_was_meant(JobSpec spec) {
        assertThat(SpecWire.fromWire(SpecWire.toWire(spec))).isEqualTo(spec);
    }

    @Test
    void what_is_not_set_is_not_sent() {
        io.carillon.proto.v1.JobSpec wire =
                SpecWire.toWire(JobRequest.named("bare").oneOff(NOON).build().spec());

        assertThat(wire.getAllFields().keySet())
                .extracting(field -> field.getName())
                .containsExactlyInAnyOrder("name", "run_at");
    }

    @Test
    void words_of_a_newer_cluster_are_unknown() {
        io.carillon.proto.v1.JobSpec wire = io.carillon.proto.v1.JobSpec.newBuilder()
                .setName("n")
                .setSchedule("@daily")
                .setMisfire("run_some")
                .setOverlap("weave")
                .setTiming("lunar")
                .build();

        JobSpec spec = SpecWire.fromWire(wire);

        assertThat(spec.misfire()).isEqualTo(MisfirePolicy.UNKNOWN);
        assertThat(spec.overlap()).isEqualTo(OverlapPolicy.UNKNOWN);
        assertThat(spec.timing()).isEqualTo(Timing.UNKNOWN);
    }

    @Test
    void request_without_a_time_is_refused() {
        assertThatThrownBy(() -> JobRequest.named("timeless").build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("oneOff");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 1_500, -1_500, -2_000, 86_400_000})
    void durations_keep_their_value_and_one_sign(long millis) {
        com.google.protobuf.Duration wire = Wire.duration(Duration.ofMillis(millis));

        assertThat(Wire.duration(wire)).isEqualTo(Duration.ofMillis(millis));
        assertThat(Long.signum(wire.getSeconds()) * Integer.signum(wire.getNanos()))
                .isNotNegative();
    }
}
