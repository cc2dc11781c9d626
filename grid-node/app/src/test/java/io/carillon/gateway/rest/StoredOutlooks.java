package io.carillon.gateway.rest;

import io.carillon.domain.forecast.PoolOutlook;
import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.ForecastDesk;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Two shards of a cluster, two seconds ago. */
final class StoredOutlooks implements ForecastDesk.Loads {

    static ForecastDesk desk(TimeSource time) {
        return new ForecastDesk(
                () -> List.of(
                        new ShardOutlook(
                                1,
                                FixedTime.NOW.minusSeconds(60),
                                FixedTime.NOW.minusSeconds(2),
                                80,
                                Map.of("default", new PoolOutlook(List.of(7L, 840L, 1L), 0))),
                        new ShardOutlook(
                                2,
                                FixedTime.NOW,
                                FixedTime.NOW,
                                80,
                                Map.of(
                                        "default", new PoolOutlook(List.of(0L, 1L), 0),
                                        "slow", new PoolOutlook(List.of(3L), 5)))),
                new StoredOutlooks(),
                time);
    }

    @Override
    public Map<String, ForecastDesk.Load> of(Set<String> pools) {
        return pools.stream()
                .collect(Collectors.toMap(
                        pool -> pool,
                        pool -> new ForecastDesk.Load(pool.equals("default") ? Duration.ofSeconds(1) : null, 20)));
    }
}
