package io.carillon.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.Shards;
import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClaimAheadTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static final int SHARDS = 16;

    private final ClaimAhead ahead = new ClaimAhead(Duration.ofSeconds(2), 1_000, Duration.ofSeconds(60));

    @Test
    void a_job_alone_is_claimed_the_usual_time_ahead_at_the_last_beat_of_its_shard() {
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            Instant due = NOON.plusSeconds(shard);
            Instant claim = plan(shard, due);
            assertThat(claim).isAfter(due.minusSeconds(3)).isBeforeOrEqualTo(due.minusSeconds(2));
            assertThat(millisOfSecond(claim)).as("clear of whole seconds").isBetween(150L, 850L);
        }
    }

    @Test
    void the_beats_of_the_shards_are_spread_evenly() {
        List<Long> beats = IntStream.range(0, Shards.COUNT)
                .mapToObj(shard -> millisOfSecond(plan(shard, NOON.plusSeconds(shard))))
                .toList();
        for (int i = 1; i < beats.size(); i++) {
            assertThat(beats.get(i) - beats.get(i - 1)).isBetween(2L, 3L);
        }
    }

    @Test
    void scattered_jobs_of_a_shard_are_claimed_together_once_a_second() {
        List<Instant> claims = new ArrayList<>();
        for (int millis = 0; millis < 10_000; millis += 50) {
            claims.add(plan(7, NOON.plusMillis(millis)));
        }
        assertThat(claims).isSorted();
        assertThat(claims.stream().distinct()).hasSizeBetween(10, 12);
    }

    @Test
    void a_wave_is_claimed_at_an_even_pace_by_lumps_of_one_shard() {
        Map<Instant, List<Integer>> claims = new TreeMap<>();
        for (int i = 0; i < 5_000; i++) {
            claims.computeIfAbsent(plan(i % SHARDS, NOON), at -> new ArrayList<>())
                    .add(i % SHARDS);
        }
        assertThat(claims.keySet())
                .allSatisfy(at -> assertThat(at).isBetween(NOON.minusSeconds(13), NOON.minusSeconds(2)));
        assertThat(claims.values().stream().filter(lump -> lump.size() > 1))
                .as("a lump is of one shard")
                .allSatisfy(lump -> assertThat(lump).containsOnly(lump.get(0)));
        assertThat(claims.size()).as("lumps of 1, 2, 4 … jobs a shard").isLessThan(5_000 / 25);
        Instant begin = NOON.minusSeconds(13);
        for (int second = 0; second < 12; second++) {
            Instant from = begin.plusSeconds(second);
            assertThat(claims.entrySet().stream()
                            .filter(each -> !each.getKey().isBefore(from)
                                    && each.getKey().isBefore(from.plusSeconds(1)))
                            .mapToInt(each -> each.getValue().size())
                            .sum())
                    .as("claims in one second")
                    .isLessThanOrEqualTo(1_000 + 256);
        }
    }

    @Test
    void never_earlier_than_the_horizon() {
        Instant earliest = NOON;
        for (int i = 0; i < 100_000; i++) {
            Instant dueAt = NOON.plusMillis(i % 1_000);
            Instant at = plan(i % SHARDS, dueAt);
            assertThat(at).isAfterOrEqualTo(dueAt.minusSeconds(60));
            earliest = at.isBefore(earliest) ? at : earliest;
        }
        assertThat(earliest).isEqualTo(NOON.minusSeconds(60));
        assertThat(ahead.limit()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void seconds_that_have_passed_are_forgotten() {
        for (int shard = 0; shard < 1_000; shard++) {
            plan(shard, NOON);
        }
        ahead.forgetBefore(NOON);
        assertThat(plan(1_000, NOON)).isBefore(NOON.minusSeconds(3));
        ahead.forgetBefore(NOON.plusSeconds(1));
        assertThat(plan(1_000, NOON)).isAfter(NOON.minusSeconds(3));
    }

    private static long millisOfSecond(Instant at) {
        return Math.floorMod(at.toEpochMilli(), 1_000L);
    }

    private Instant plan(int shard, Instant dueAt) {
        return Micros.toInstant(ahead.plan(shard, dueAt));
    }
}
