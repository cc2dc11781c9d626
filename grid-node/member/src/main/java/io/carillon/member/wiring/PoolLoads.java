package io.carillon.member.wiring;

import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.engine.gateway.WorkerProfile;
import io.carillon.engine.statistics.PoolDurations;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.engine.statistics.StatisticsBoard;
import io.carillon.gateway.api.ForecastDesk;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What runs of a pool take: by the cluster's statistics if there are any, else by what this member has seen. */
final class PoolLoads implements ForecastDesk.Loads {

    /** As a worker has them that says nothing of slots. */
    private static final double SLOTS_DEFAULT = 20;

    private final StatisticsBoard statistics;
    private final PoolDurations durations;
    private final Supplier<List<ConnectedWorker>> workers;

    /** @param workers those connected to this member */
    PoolLoads(StatisticsBoard statistics, PoolDurations durations, Supplier<List<ConnectedWorker>> workers) {
        this.statistics = statistics;
        this.durations = durations;
        this.workers = workers;
    }

    @Override
    public Map<String, ForecastDesk.Load> of(Set<String> pools) {
        Map<StatKey, StatWindow> windows =
                statistics.find(pools.stream().map(StatKey::pool).collect(Collectors.toSet()));
        Map<String, Double> slots = workers.get().stream()
                .map(ConnectedWorker::profile)
                .collect(Collectors.groupingBy(WorkerProfile::pool, Collectors.averagingInt(WorkerProfile::slots)));
        Map<String, ForecastDesk.Load> loads = new HashMap<>();
        for (String pool : pools) {
            double mean = slots.getOrDefault(pool, SLOTS_DEFAULT);
            loads.put(pool, new ForecastDesk.Load(meanDuration(pool, windows.get(StatKey.pool(pool))), Math.max(1, (int)
                    Math.round(mean))));
        }
        return loads;
    }

    private @Nullable Duration meanDuration(String pool, @Nullable StatWindow window) {
        Duration lately = window == null ? null : window.stats().meanDuration();
        return lately == null ? durations.mean(pool).orElse(null) : lately;
    }
}
