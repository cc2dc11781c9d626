package io.carillon.domain.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.forecast.Forecast.PoolForecast;
import io.carillon.domain.id.Shards;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForecastTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static ShardOutlook shard(int number, Instant from, Instant countedAt, Map<String, PoolOutlook> pools) {
        return new ShardOutlook(number, from, countedAt, 80, pools);
    }

    @Test
    void shards_are_added_up_by_pool() {
        Forecast forecast = Forecast.of(
                List.of(
                        shard(
                                1,
                                NOON,
                                NOON.plusSeconds(3),
                                Map.of("a", new PoolOutlook(List.of(1L, 2L), 5), "b", new PoolOutlook(List.of(7L), 0))),
                        shard(2, NOON, NOON.plusSeconds(2), Map.of("a", new PoolOutlook(List.of(0L, 0L, 4L), 1)))),
                NOON.plusSeconds(10),
                3);
        assertThat(forecast.pools())
                .containsExactly(
                        new PoolForecast("a", List.of(1L, 2L, 4L), 6), new PoolForecast("b", List.of(7L, 0L, 0L), 0));
        assertThat(forecast.due()).containsExactly(8L, 2L, 4L);
        assertThat(forecast.countedAt()).isEqualTo(NOON.plusSeconds(2));
        assertThat(forecast.shards()).isEqualTo(2);
        assertThat(forecast.from()).isEqualTo(NOON);
    }

    /** What was the third minute when it was counted is the first one two minutes later. */
    @Test
    void an_old_count_is_shifted() {
        Forecast forecast = Forecast.of(
                List.of(shard(1, NOON, NOON, Map.of("a", new PoolOutlook(List.of(1L, 2L, 3L, 4L), 0)))),
                NOON.plusSeconds(121),
                2);
        assertThat(forecast.due()).containsExactly(3L, 4L);
        assertThat(forecast.from()).isEqualTo(NOON.plusSeconds(120));
    }

    /** Members whose clocks differ by a moment may differ by a minute. */
    @Test
    void a_count_of_the_next_minute_on_says_nothing_of_this_one() {
        Forecast forecast = Forecast.of(
                List.of(shard(
                        1, NOON.plusSeconds(60), NOON.plusSeconds(60), Map.of("a", new PoolOutlook(List.of(9L), 0)))),
                NOON.plusSeconds(59),
                3);
        assertThat(forecast.due()).containsExactly(0L, 9L, 0L);
    }

    @Test
    void it_is_complete_with_all_shards_and_all_their_jobs() {
        List<ShardOutlook> all = IntStream.range(0, Shards.COUNT)
                .mapToObj(number -> shard(number, NOON, NOON, Map.of()))
                .toList();
        assertThat(Forecast.of(all, NOON, 2).complete()).isTrue();
        assertThat(Forecast.of(all.subList(1, Shards.COUNT), NOON, 2).complete())
                .isFalse();
        List<ShardOutlook> oneShort = new ArrayList<>(all);
        oneShort.set(3, new ShardOutlook(3, NOON, NOON, 80, Map.of(), 1));
        Forecast forecast = Forecast.of(oneShort, NOON, 2);
        assertThat(forecast.complete()).isFalse();
        assertThat(forecast.of(new PoolForecast("a", List.of(0L, 0L), 0)).unreadable())
                .isEqualTo(1);
    }

    @Test
    void nothing_known_is_nothing_due() {
        Forecast forecast = Forecast.of(List.of(), NOON, 2);
        assertThat(forecast.due()).containsExactly(0L, 0L);
        assertThat(forecast.countedAt()).isNull();
        assertThat(forecast.shards()).isZero();
    }
}
