package io.carillon.engine.grid.store;

import com.hazelcast.config.Config;
import com.hazelcast.config.MapStoreConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.MapStore;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Shards;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.PendingBatches;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunEntry;
import io.carillon.engine.grid.key.JobKey;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.grid.ownership.ShardTable;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntPredicate;

/** The maps that have rows behind them: their stores go into the configuration, their writer comes out of the grid. */
public final class StoredMaps {

    public static final String JOBS = "jobs";
    public static final String RUNS = "runs";

    private static final int NEWS_MAX = 200_000;

    private final UnderWay<JobId, JobEntry> jobsUnderWay = new UnderWay<>();
    private final UnderWay<RunId, RunEntry> runsUnderWay = new UnderWay<>();
    private final OpenBatches batches = new OpenBatches(jobsUnderWay);
    private final KeyedMapStore<JobKey, JobId, JobEntry> jobStore;
    private final KeyedMapStore<RunKey, RunId, RunEntry> runStore;

    public StoredMaps(MapStore<JobId, JobEntry> jobRows, MapStore<RunId, RunEntry> runRows) {
        this.jobStore =
                new KeyedMapStore<>(jobRows, JobKey::id, JobKey::new, JobId::shard, jobsUnderWay, batches::storing);
        this.runStore =
                new KeyedMapStore<>(runRows, RunKey::id, RunKey::new, RunId::shard, runsUnderWay, (id, entry) -> {});
    }

    public void configure(Config config) {
        config.getMapConfig(JOBS).setMapStoreConfig(writeThrough(jobStore));
        config.getMapConfig(RUNS).setMapStoreConfig(writeThrough(runStore));
    }

    /**
     * Offloaded: a thread of the pool for map stores waits for the database, not the partition's. Lazy: the shards'
     * owners load what they need.
     */
    private static MapStoreConfig writeThrough(MapStore<?, ?> store) {
        return new MapStoreConfig()
                .setEnabled(true)
                .setImplementation(store)
                .setWriteDelaySeconds(0)
                .setOffload(true)
                .setInitialLoadMode(MapStoreConfig.InitialLoadMode.LAZY);
    }

    /**
     * @param rows writes to the database; the stores handed to the constructor must submit batches to the same
     * @param pending where those stores look for batches
     */
    public WriteThroughMaps open(
            HazelcastInstance grid, ShardTable table, RowWriter rows, PendingBatches pending, MeterRegistry meters) {
        return open(grid, table::isLocal, rows, pending, meters);
    }

    WriteThroughMaps open(
            HazelcastInstance grid, IntPredicate local, RowWriter rows, PendingBatches pending, MeterRegistry meters) {
        MapMirror<JobKey, JobId, JobEntry> jobs = new MapMirror<>(
                grid.getMap(JOBS),
                JobKey::new,
                JobId::shard,
                entry -> entry.job().version(),
                jobsUnderWay,
                true,
                Shards.COUNT,
                local,
                NEWS_MAX,
                new MirrorMeters(meters, JOBS));
        MapMirror<RunKey, RunId, RunEntry> runs = new MapMirror<>(
                grid.getMap(RUNS),
                RunKey::new,
                RunId::shard,
                entry -> entry.run().version(),
                runsUnderWay,
                false,
                Shards.COUNT,
                local,
                NEWS_MAX,
                new MirrorMeters(meters, RUNS));
        gauge(meters, JOBS, jobs);
        gauge(meters, RUNS, runs);
        return new WriteThroughMaps(
                grid.getMap(JOBS), rows, pending, batches, jobs, runs, local, new BatchMeters(meters));
    }

    private static void gauge(MeterRegistry meters, String map, MapMirror<?, ?, ?> mirror) {
        Gauge.builder("carillon.map.mirror.waiting", mirror, MapMirror::waiting)
                .description("News that has not reached the map yet")
                .tag("map", map)
                .strongReference(true)
                .register(meters);
    }
}
