package io.carillon.engine.grid;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.MapStore;
import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.FenceStore;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.PendingBatches;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.RunEntry;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.grid.fence.FenceSettings;
import io.carillon.engine.grid.fence.GridFences;
import io.carillon.engine.grid.lease.GridLeases;
import io.carillon.engine.grid.ownership.GridOwnership;
import io.carillon.engine.grid.ownership.OwnershipListener;
import io.carillon.engine.grid.ownership.ShardTable;
import io.carillon.engine.grid.route.GridOwners;
import io.carillon.engine.grid.route.LocalOwner;
import io.carillon.engine.grid.route.RouteSettings;
import io.carillon.engine.grid.store.StoredMaps;
import io.carillon.engine.grid.store.WriteThroughMaps;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.Fences;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.port.WorkerGroup;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One member of the grid: Hazelcast with its maps, and the ports that stand on it. */
public final class GridNode implements AutoCloseable {
    private final HazelcastInstance grid;
    private final GridOwnership ownership;
    private final GridOwners owners;
    private final GridLeases leases;
    private final GridFences fences;
    private final WriteThroughMaps maps;
    private final Background background = new Background("carillon-grid");
    private final ExecutorService sender = Executors.newFixedThreadPool(2);

    public GridNode(
            GridSettings settings,
            MapStore<JobId, JobEntry> jobRows,
            MapStore<RunId, RunEntry> runRows,
            RowWriter rows,
            PendingBatches pending,
            FenceStore fenceStore,
            TimeSource time,
            MeterRegistry meters,
            LocalOwner localOwner,
            Runnable wake,
            OwnershipListener listener) {
        StoredMaps stored = new StoredMaps(jobRows, runRows);
        Config config = GridConfig.of(settings);
        stored.configure(config);
        grid = Hazelcast.newHazelcastInstance(config);
        ShardTable table = new ShardTable(grid);
        maps = stored.open(grid, table, rows, pending, meters);
        ownership = new GridOwnership(grid, table, null, background);
        ownership.addListener(listener);
        owners = new GridOwners(grid, table, localOwner, time, RouteSettings.DEFAULT, background, sender, meters);
        leases = new GridLeases(grid, time, meters, run -> wake.run());
        fences = new GridFences(grid, fenceStore, FenceSettings.DEFAULT, meters, wake);
    }

    public void start() {
        ownership.start(Duration.ofSeconds(1));
        owners.start();
    }

    public Ownership ownership() {
        return ownership;
    }

    public Owners owners() {
        return owners;
    }

    public Leases leases() {
        return leases;
    }

    public Fences fences() {
        return fences;
    }

    public WriteThroughMaps maps() {
        return maps;
    }

    public HandOff handOff() {
        return new HandOff() {
            @Override
            public List<String> offer(Capability capability, List<Offer> offers) {
                return Collections.nCopies(offers.size(), "");
            }

            @Override
            public int credit(Capability capability) {
                return 0;
            }

            @Override
            public boolean anyWorkerFor(Capability capability) {
                return true;
            }
        };
    }

    public Credits credits() {
        return new Credits() {
            @Override
            public void advertise(List<WorkerGroup> groups) {}

            @Override
            public boolean registeredElsewhere(Capability capability) {
                return false;
            }
        };
    }

    public record MemberView(String memberId, String address, int partitions) {}

    public record View(List<MemberView> members) {}

    public View view() {
        return new View(grid.getCluster().getMembers().stream()
                .map(each -> new MemberView(
                        each.getUuid().toString(),
                        each.getAddress().getHost() + ":" + each.getAddress().getPort(),
                        (int) grid.getPartitionService().getPartitions().stream()
                                .filter(p -> each.equals(p.getOwner()))
                                .count()))
                .toList());
    }

    public Set<Integer> shards() {
        return ownership.ownedShards();
    }

    @Override
    public void close() {
        fences.close();
        owners.close();
        ownership.close();
        background.close();
        sender.shutdown();
        grid.shutdown();
    }
}
