package io.carillon.engine.grid;

import com.hazelcast.config.Config;
import com.hazelcast.config.InvalidConfigurationException;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.impl.SerializationServiceSupport;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.ShardStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.grid.fence.FenceSettings;
import io.carillon.engine.grid.fence.GridFences;
import io.carillon.engine.grid.handoff.GridHandOff;
import io.carillon.engine.grid.lease.GridLeases;
import io.carillon.engine.grid.ownership.GridOwnership;
import io.carillon.engine.grid.ownership.OwnershipListener;
import io.carillon.engine.grid.ownership.ShardTable;
import io.carillon.engine.grid.route.GridOwners;
import io.carillon.engine.grid.route.RouteSettings;
import io.carillon.engine.grid.store.MappedShardStore;
import io.carillon.engine.grid.store.StoredMaps;
import io.carillon.engine.grid.store.WriteThroughMaps;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.Fences;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Ownership;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.BindException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * This member's grid: started, it offers every port that the scheduler needs; {@link #serve} then lets the grid call the
 * scheduler. To stop: {@link #leave}, let running work end, close the scheduler, {@link #close}.
 */
public final class GridNode implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration MIRROR_EVERY = Duration.ofMillis(200);
    private static final int SENDERS = 2;

    private final HazelcastInstance grid;
    private final MemberLink link = new MemberLink();
    private final Background background = new Background("carillon-grid");
    private final ExecutorService sender = Executors.newFixedThreadPool(SENDERS, task -> {
        Thread thread = new Thread(task, "carillon-mail-out");
        thread.setDaemon(true);
        return thread;
    });
    private final ShardTable table;
    private final GridOwnership ownership;
    private final GridOwners owners;
    private final GridLeases leases;
    private final GridFences fences;
    private final GridHandOff handOff;
    private final WriteThroughMaps maps;
    private final ShardStore store;

    private GridNode(
            HazelcastInstance grid,
            GridSettings settings,
            StoredMaps stored,
            GridBacking backing,
            TimeSource time,
            MeterRegistry meters) {
        this.grid = grid;
        this.table = new ShardTable(grid);
        this.ownership = new GridOwnership(
                grid, table, settings.majority() == 0 ? null : GridConfig.SPLIT_BRAIN_PROTECTION, background);
        this.owners =
                new GridOwners(grid, table, link::submit, time, RouteSettings.DEFAULT, background, sender, meters);
        this.leases = new GridLeases(grid, time, meters, link::leaseExpired);
        this.fences = new GridFences(
                grid, backing.fences(), FenceSettings.DEFAULT.from(settings.fencesFromGrid()), meters, link::wake);
        this.handOff = new GridHandOff(grid, time, background, meters, link::offered, link::wake, link::stop);
        this.maps = stored.open(grid, table, backing.rows(), backing.pending(), meters);
        this.store = new MappedShardStore(backing.shards(), maps);
        ownership.addListener(new Gateways());
        ownership.addListener(link);
        GridMeters.bind(meters, grid, ownership);
    }

    /** @throws GridStartException if something is missing, or the network will not have it */
    public static GridNode start(GridSettings settings, GridBacking backing, TimeSource time, MeterRegistry meters) {
        GridRequirements.check().ifPresent(missing -> {
            throw new GridStartException(missing);
        });
        return start(settings, backing, time, meters, Hazelcast::newHazelcastInstance);
    }

    static GridNode start(
            GridSettings settings,
            GridBacking backing,
            TimeSource time,
            MeterRegistry meters,
            Function<Config, HazelcastInstance> launch) {
        StoredMaps stored = new StoredMaps(backing.jobRows(), backing.runRows());
        HazelcastInstance grid;
        try {
            Config config = GridConfig.of(settings);
            stored.configure(config);
            grid = launch.apply(config);
        } catch (InvalidConfigurationException e) {
            throw new GridStartException(String.valueOf(e.getMessage()), e);
        } catch (HazelcastException | IllegalStateException e) {
            throw new GridStartException(notStarted(settings, e), e);
        }
        makeSchemasKnown(grid);
        return new GridNode(grid, settings, stored, backing, time, meters);
    }

    private static String notStarted(GridSettings settings, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return "the grid's port " + settings.port() + " on " + settings.bindAddress()
                        + " is taken; choose another with carillon.cluster.port";
            }
        }
        return "the grid cannot start on " + settings.bindAddress() + ":" + settings.port() + ": "
                + failure.getMessage();
    }

    private static void makeSchemasKnown(HazelcastInstance grid) {
        if (grid instanceof SerializationServiceSupport support) {
            GridTypes.samples().forEach(support.getSerializationService()::toData);
        } else {
            throw new GridStartException("this Hazelcast cannot make schemas known beforehand: " + grid.getClass());
        }
    }

    /** From now on the grid calls this scheduler: with shards, requests, runs. Once. */
    public void serve(LocalMember member) {
        link.connect(member);
        fences.start();
        owners.start();
        handOff.start();
        ownership.start(LOOK_EVERY);
        background.repeat(MIRROR_EVERY, maps::flush);
    }

    /** The database is another one than before: drops tokens and entries that came from the old one. */
    public void forget() {
        fences.forget();
        maps.forget();
    }

    /** Gives up all shards. They are still this member's by the table, so nobody serves them until {@link #close}. */
    public void leave() {
        ownership.leave();
    }

    /** Leaves the cluster, handing data over; waits for that, within the limit of the grid's configuration. */
    @Override
    public void close() {
        ownership.leave();
        handOff.close();
        owners.close();
        fences.close();
        ownership.close();
        background.close();
        sender.shutdownNow();
        grid.shutdown();
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

    public HandOff handOff() {
        return handOff;
    }

    public Credits credits() {
        return handOff;
    }

    /** Writes through the maps. */
    public RowWriter writer() {
        return maps;
    }

    /** Reads past the maps, which are told. */
    public ShardStore store() {
        return store;
    }

    public ClusterView cluster() {
        return ClusterViews.of(grid, table, ownership);
    }

    /** For what has no port, such as health and metrics of the grid itself. */
    public HazelcastInstance grid() {
        return grid;
    }

    private final class Gateways implements OwnershipListener {
        @Override
        public void gained(Set<Integer> shards) {}

        @Override
        public void lost(Set<Integer> shards) {}

        @Override
        public void memberLeft(String memberId) {
            handOff.memberLeft(memberId);
        }
    }
}
