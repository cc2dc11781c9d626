package io.carillon.engine.grid;

import com.hazelcast.map.MapStore;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.ClusterStore;
import io.carillon.domain.store.FenceStore;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.PendingBatches;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunEntry;
import io.carillon.domain.store.ShardStore;

/**
 * The database behind the grid.
 *
 * @param jobRows finds batches in {@code pending} and submits them to {@code rows}
 * @param runRows stores nothing: runs are written by {@code rows}
 */
public record GridBacking(
        MapStore<JobId, JobEntry> jobRows,
        MapStore<RunId, RunEntry> runRows,
        PendingBatches pending,
        RowWriter rows,
        ShardStore shards,
        FenceStore fences,
        ClusterStore cluster) {}
