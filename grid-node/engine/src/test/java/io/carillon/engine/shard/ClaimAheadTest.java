package io.carillon.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimAheadTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final ClaimAhead ahead = new ClaimAhead(Duration.ofSeconds(2), 1_000, Duration.ofSeconds(60));

    @Test
    void a_job_alone_is_claimed_the_usual_time_ahead() {
        assertThat(plan(NOON)).isEqualTo(NOON.minusSeconds(2));
        assertThat(plan(NOON.plusSeconds(1))).isEqualTo(NOON.minusSeconds(1));
    }

    @Test
    void a_wave_is_claimed_at_an_even_pace_that_ends_the_usual_time_ahead() {
        List<Instant> claims = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            claims.add(plan(NOON.plusMillis(i % 7)));
        }
        assertThat(claims).allSatisfy(at -> assertThat(at).isBefore(NOON.minusMillis(1_990)));
        assertThat(claims.get(4_999)).isBetween(NOON.minusSeconds(7), NOON.minusMillis(6_990));
        long inOneSecond = claims.stream()
                .filter(at -> !at.isBefore(NOON.minusSeconds(5)) && at.isBefore(NOON.minusSeconds(4)))
                .count();
        assertThat(inOneSecond).isBetween(990L, 1_010L);
    }

    @Test
    void never_earlier_than_the_horizon() {
        Instant earliest = NOON;
        for (int i = 0; i < 100_000; i++) {
            Instant at = plan(NOON);
            earliest = at.isBefore(earliest) ? at : earliest;
        }
        assertThat(earliest).isEqualTo(NOON.minusSeconds(60));
        assertThat(ahead.limit()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void seconds_that_have_passed_are_forgotten() {
        for (int i = 0; i < 1_000; i++) {
            ahead.plan(NOON);
        }
        ahead.forgetBefore(NOON);
        assertThat(plan(NOON)).isEqualTo(NOON.minusSeconds(3));
        ahead.forgetBefore(NOON.plusSeconds(1));
        assertThat(plan(NOON)).isEqualTo(NOON.minusSeconds(2));
    }

    private Instant plan(Instant dueAt) {
        return Micros.toInstant(ahead.plan(dueAt));
    }
}
