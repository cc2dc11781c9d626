package io.carillon.gateway.rest;

import io.carillon.engine.statistics.RunStats;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.engine.statistics.StatisticsBoard;
import io.carillon.gateway.api.FixedTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Windows in memory: that of the default pool has four attempts, owners have done nothing, and of jobs nobody makes any. */
final class StoredStatistics implements StatisticsBoard {

    final Map<StatKey, StatWindow> windows = new HashMap<>();
    volatile boolean off;

    StoredStatistics() {
        RunStats stats = new RunStats();
        for (long micros : new long[] {10, 10, 10, 1_000_000}) {
            stats.duration().add(micros);
        }
        put(StatKey.pool("default"), stats);
        put(StatKey.others(StatKey.Kind.OWNER), new RunStats());
    }

    void put(StatKey key, RunStats stats) {
        put(new StatWindow(key, FixedTime.NOW.toEpochMilli(), 300_000, stats, 0));
    }

    void put(StatWindow window) {
        windows.put(window.key(), window);
    }

    @Override
    public boolean on() {
        return !off;
    }

    @Override
    public Map<StatKey, StatWindow> find(Set<StatKey> keys) {
        Map<StatKey, StatWindow> found = new HashMap<>(windows);
        found.keySet().retainAll(keys);
        return found;
    }
}
