package io.carillon.benchmarks.wave;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatenessTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** A hundred runs, one a second; each a millisecond later than the one before, from 1 to 100. */
    private static final List<Lateness.Call> SLIPPING =
            IntStream.rangeClosed(1, 100).mapToObj(i -> call(i, i * 1_000L)).toList();

    @Test
    void percentiles_are_nearest_ranks() {
        Lateness lateness = Lateness.of(SLIPPING);
        assertThat(lateness.least()).isEqualTo(1);
        assertThat(lateness.p50()).isEqualTo(50);
        assertThat(lateness.p90()).isEqualTo(90);
        assertThat(lateness.p99()).isEqualTo(99);
        assertThat(lateness.most()).isEqualTo(100);
    }

    @Test
    void drift_is_from_the_first_tenth_to_the_last_by_due_time() {
        assertThat(Lateness.of(SLIPPING).drift()).isEqualTo(90);
    }

    @Test
    void a_run_called_twice_is_seen() {
        Lateness lateness = Lateness.of(List.of(call(1, 100), call(2, 100), call(1, 900)));
        assertThat(lateness.calls()).isEqualTo(3);
        assertThat(lateness.runs()).isEqualTo(2);
        assertThat(lateness.onceEach(2)).isFalse();
        assertThat(lateness.onceEach(3)).isFalse();
    }

    @Test
    void a_call_before_the_due_time_is_early() {
        Lateness lateness = Lateness.of(List.of(call(1, -1), call(2, 0), call(3, 1)));
        assertThat(lateness.early()).isEqualTo(1);
        assertThat(lateness.least()).isEqualTo(-0.001);
    }

    @Test
    void a_call_comes_back_from_its_line() {
        Lateness.Call call = call(7, -12);
        assertThat(Lateness.Call.parse(call.toLine())).isEqualTo(call);
        assertThat(call.calledAt()).isEqualTo("2026-01-01T00:00:06.999988Z");
    }

    private static Lateness.Call call(int run, long lateMicros) {
        return new Lateness.Call("wave", new UUID(0, run), START.plusSeconds(run), lateMicros);
    }
}
