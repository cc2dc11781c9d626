package io.carillon.gateway.rest;

import io.carillon.engine.statistics.RunStats;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.engine.statistics.StatisticsBoard;
import io.carillon.gateway.api.FixedTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Windows in memory. That of the default pool has four attempts. */
final class StoredStatistics implements StatisticsBoard {

    final Map<StatKey, StatWindow> windows = new HashMap<>();
    volatile boolean off;

    StoredStatistics() {
        RunStats stats = new RunStats();
        for (long micros : new long[] {10, 10, 10, 1_000_000}) {
            stats.duration().add(micros);
        }
        put(StatKey.pool("default"), stats);
    }

    void put(StatKey key, RunStats stats) {
        windows.put(key, new StatWindow(key, FixedTime.NOW.toEpochMilli(), 300_000, stats));
    }

    @Override
    public boolean on() {
        return !off;
    }

    @Override
    public Optional<StatWindow> find(StatKey key) {
        return Optional.ofNullable(windows.get(key));
    }
}
