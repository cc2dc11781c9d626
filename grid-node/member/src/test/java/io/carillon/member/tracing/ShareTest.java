package io.carillon.member.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {

    private static final int RUNS = 20_000;
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /** Runs of one job, a second apart, and runs of many jobs at one second: most bits of their ids are equal. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.5, 1})
    void as_many_as_were_asked_for(double ratio) {
        Share share = new Share(ratio);
        JobId job = new JobId(new UUID(0x0189_0a5d_ac96_7000L, 0x8000_0000_0000_0001L));

        long ofOneJob = IntStream.range(0, RUNS)
                .filter(i -> share.has(RunId.of(job, NOON.plusSeconds(i), Trigger.SCHEDULE, null)
                        .value()))
                .count();
        long ofOneSecond = IntStream.range(0, RUNS)
                .filter(i -> share.has(RunId.of(
                                new JobId(new UUID(0x0189_0a5d_ac96_7000L, 0x8000_0000_0000_0000L + i)),
                                NOON,
                                Trigger.SCHEDULE,
                                null)
                        .value()))
                .count();

        // Five deviations of as many throws of a coin.
        Offset<Double> near = Offset.offset(5 * Math.sqrt(RUNS * ratio * (1 - ratio)));
        assertThat((double) ofOneJob).isCloseTo(RUNS * ratio, near);
        assertThat((double) ofOneSecond).isCloseTo(RUNS * ratio, near);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void a_share_that_is_none_is_refused(double ratio) {
        assertThatThrownBy(() -> new Share(ratio)).hasMessageContaining("from 0 to 1");
    }

    @Test
    void who_is_in_a_small_share_is_in_every_larger_one() {
        UUID id = IntStream.range(0, RUNS)
                .mapToObj(i -> new UUID(i, ~i))
                .filter(new Share(0.01)::has)
                .findFirst()
                .orElseThrow();

        assertThat(new Share(0.5).has(id)).isTrue();
    }
}
