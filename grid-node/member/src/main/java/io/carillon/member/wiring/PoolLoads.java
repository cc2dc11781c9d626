package io.carillon.member.wiring;

import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.engine.statistics.PoolDurations;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatisticsBoard;
import io.carillon.gateway.api.ForecastDesk;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What runs of a pool take: by the cluster's statistics if there are any, else by what this member has seen. */
final class PoolLoads implements ForecastDesk.Loads {

    /** As a worker has them that says nothing of slots. */
    private static final int SLOTS_DEFAULT = 20;

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
    public Optional<Duration> meanDuration(String pool) {
        return statistics
                .find(StatKey.pool(pool))
                .flatMap(window -> Optional.ofNullable(window.stats().meanDuration()))
                .or(() -> durations.mean(pool));
    }

    @Override
    public int slots(String pool) {
        double mean = workers.get().stream()
                .map(ConnectedWorker::profile)
                .filter(worker -> worker.pool().equals(pool))
                .mapToInt(worker -> worker.slots())
                .average()
                .orElse(SLOTS_DEFAULT);
        return Math.max(1, (int) Math.round(mean));
    }
}
