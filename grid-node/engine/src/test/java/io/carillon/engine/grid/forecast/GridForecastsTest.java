package io.carillon.engine.grid.forecast;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.forecast.PoolOutlook;
import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.engine.grid.GridFixture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("grid")
class GridForecastsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final GridFixture fixture = new GridFixture(1);

    @AfterEach
    void close() {
        fixture.close();
    }

    private static ShardOutlook outlook(int shard, long due) {
        return new ShardOutlook(shard, NOON, NOON, 80, Map.of("p", new PoolOutlook(List.of(due), 0)));
    }

    @Test
    void every_member_reads_what_each_shows_and_a_new_owner_takes_the_place_of_the_last() {
        GridForecasts a = new GridForecasts(fixture.start());
        HazelcastInstance second = fixture.start();
        GridForecasts b = new GridForecasts(second);
        assertThat(a.all()).isEmpty();

        a.show(List.of(outlook(0, 1), outlook(255, 2)));
        b.show(List.of(outlook(7, 3)));
        for (GridForecasts each : List.of(a, b)) {
            eventually()
                    .untilAsserted(() -> assertThat(each.all())
                            .containsExactlyInAnyOrder(outlook(0, 1), outlook(255, 2), outlook(7, 3)));
        }

        fixture.kill(second);
        a.show(List.of(outlook(7, 4)));
        eventually()
                .untilAsserted(() ->
                        assertThat(a.all()).containsExactlyInAnyOrder(outlook(0, 1), outlook(255, 2), outlook(7, 4)));
        b.show(List.of(outlook(7, 5)));
        assertThat(b.all()).as("it has ended, and says nothing").isEmpty();
    }

    @Test
    void bytes_of_another_build_are_passed_over() {
        HazelcastInstance grid = fixture.start();
        grid.<Integer, byte[]>getMap(GridForecasts.MAP).set(3, new byte[] {2, 1});
        GridForecasts forecasts = new GridForecasts(grid);
        forecasts.show(List.of(outlook(4, 1)));
        eventually().untilAsserted(() -> assertThat(forecasts.all()).containsExactly(outlook(4, 1)));
    }
}
