package io.carillon.engine.grid;

import com.hazelcast.config.Config;
import com.hazelcast.config.InvalidConfigurationException;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.OutOfMemoryHandler;
import com.hazelcast.spi.impl.SerializationServiceSupport;
import io.carillon.domain.store.RowWriter;
import io.carillon.domain.store.ShardStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.grid.cp.CpSettings;
import io.carillon.engine.grid.cp.CpSupervisor;
import io.carillon.engine.grid.cp.CpView;
import io.carillon.engine.grid.fence.FenceSettings;
import io.carillon.engine.grid.fence.GridFences;
import io.carillon.engine.grid.forecast.GridForecasts;
import io.carillon.engine.grid.handoff.GridHandOff;
import io.carillon.engine.grid.lease.GridLeases;
import io.carillon.engine.grid.ownership.GridOwnership;
import io.carillon.engine.grid.ownership.OwnershipListener;
import io.carillon.engine.grid.ownership.ShardTable;
import io.carillon.engine.grid.route.GridOwners;
import io.carillon.engine.grid.route.RouteSettings;
import io.carillon.engine.grid.size.MovingMajority;
import io.carillon.engine.grid.size.SizeWatch;
import io.carillon.engine.grid.size.Terms;
import io.carillon.engine.grid.statistics.GridStatistics;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This member's grid: started, it offers every port that the scheduler needs; {@link #serve} then lets the grid call the
 * scheduler. To stop: {@link #leave}, let running work end, close the scheduler, {@link #close}.
 */
public final class GridNode implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GridNode.class);

    /** Above the grid's own limit for handing data over. */
    private static final Duration SHUTDOWN_PATIENCE = Duration.ofSeconds(70);

    /** What has just come to a member that is refused is elsewhere too. */
    private static final Duration REFUSED_PATIENCE = Duration.ofSeconds(10);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration SIZE_EVERY = Duration.ofSeconds(2);
    private static final Duration MIRROR_EVERY = Duration.ofMillis(200);
    private static final int SENDERS = 2;

    private final HazelcastInstance grid;
    private final GridEnd end;
    private final SizeWatch size;
    private final MovingMajority majority;
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
    private final CpSupervisor cp;
    private final GridHandOff handOff;
    private final GridClients clients;
    private final WriteThroughMaps maps;
    private final ShardStore store;
    private final GridForecasts forecasts;
    private final GridStatistics statistics;

    private GridNode(
            HazelcastInstance grid,
            GridEnd end,
            Terms terms,
            MovingMajority majority,
            GridSettings settings,
            StoredMaps stored,
            GridBacking backing,
            TimeSource time,
            MeterRegistry meters) {
        this.grid = grid;
        this.end = end;
        this.majority = majority;
        this.clients = new GridClients(grid, meters);
        this.table = new ShardTable(grid);
        this.ownership = new GridOwnership(
                grid, table, majority, majority.majority() == 0 ? null : GridConfig.SPLIT_BRAIN_PROTECTION, background);
        this.size = new SizeWatch(backing.cluster(), majority, ownership::hint);
        this.owners =
                new GridOwners(grid, table, link::submit, time, RouteSettings.DEFAULT, background, sender, meters);
        this.leases = new GridLeases(grid, time, meters, link::leaseExpired);
        this.fences = new GridFences(
                grid, backing.fences(), FenceSettings.DEFAULT.from(settings.cp().fences()), meters, link::wake);
        this.cp = new CpSupervisor(
                grid,
                CpSettings.of(
                        settings.cp().fences() ? settings.cp().members() : 0,
                        settings.cp().resetAfter()),
                fences::probe,
                ownership::mayAct,
                time,
                meters);
        this.handOff = new GridHandOff(grid, time, background, meters, link);
        this.maps = stored.open(grid, table, backing.rows(), backing.pending(), meters);
        this.store = new MappedShardStore(backing.shards(), maps);
        this.forecasts = new GridForecasts(grid);
        this.statistics = new GridStatistics(grid, settings.jet(), time, meters);
        ownership.addListener(new Gateways());
        ownership.addListener(link);
        GridMeters.bind(meters, grid, ownership);
        background.repeat(LOOK_EVERY, () -> end.look(grid, cpFormed(), terms));
    }

    /** @throws GridStartException if something is missing, or the network will not have it */
    public static GridNode start(GridSettings settings, GridBacking backing, TimeSource time, MeterRegistry meters) {
        GridRequirements.check().ifPresent(missing -> {
            throw new GridStartException(missing);
        });
        return start(
                settings,
                backing,
                time,
                meters,
                settings.address().listens() ? Hazelcast::newHazelcastInstance : UnreachableNode::launch);
    }

    static GridNode start(
            GridSettings settings,
            GridBacking backing,
            TimeSource time,
            MeterRegistry meters,
            Function<Config, HazelcastInstance> launch) {
        StoredMaps stored = new StoredMaps(backing.jobRows(), backing.runRows());
        MovingMajority majority = new MovingMajority(settings.peers().expectedSize());
        GridEnd end = new GridEnd();
        HazelcastInstance grid;
        Terms terms;
        try {
            Config config = GridConfig.of(settings, majority);
            stored.configure(config);
            terms = GridConfig.terms(config, settings);
            terms.show(config);
            config.addListenerConfig(new ListenerConfig(end));
            grid = launch.apply(config);
        } catch (InvalidConfigurationException e) {
            throw new GridStartException(String.valueOf(e.getMessage()), e);
        } catch (HazelcastException | IllegalStateException e) {
            throw new GridStartException(notStarted(settings, e), e);
        }
        requireSame(terms, grid, end);
        makeSchemasKnown(grid);
        return new GridNode(grid, end, terms, majority, settings, stored, backing, time, meters);
    }

    /** Before anything is served. Later it is looked at again: two that started apart may find each other. */
    private static void requireSame(Terms terms, HazelcastInstance grid, GridEnd end) {
        Optional<String> difference = terms.difference(grid);
        if (difference.isPresent()) {
            end.ask();
            leave(grid, REFUSED_PATIENCE);
            throw new GridStartException(difference.get());
        }
    }

    private static String notStarted(GridSettings settings, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return "the grid's port " + settings.address().port() + " on "
                        + settings.address().bind() + " is taken; choose another with carillon.cluster.port";
            }
        }
        return "the grid cannot start on " + settings.address().bind() + ":"
                + settings.address().port() + ": " + failure.getMessage();
    }

    private boolean cpFormed() {
        CpView seen = cp.view();
        return seen.seats() == 0 || seen.formed();
    }

    private static void makeSchemasKnown(HazelcastInstance grid) {
        if (grid instanceof SerializationServiceSupport support) {
            GridTypes.samples().forEach(support.getSerializationService()::toData);
        } else {
            throw new GridStartException("this Hazelcast cannot make schemas known beforehand: " + grid.getClass());
        }
    }

    /**
     * Replaces what the grid does in this JVM when its threads run out of memory: it would end its members and leave the
     * process behind.
     */
    public static void whenOutOfMemory(Runnable end) {
        Hazelcast.setOutOfMemoryHandler(new OutOfMemoryHandler() {
            @Override
            public void onOutOfMemory(OutOfMemoryError error, HazelcastInstance[] grids) {
                end.run();
            }
        });
    }

    /** Lets Hazelcast's Management Center in at the grid's port; without it no client is. */
    public void admitManagementCenter() {
        clients.admitManagementCenter();
    }

    /** From now on the grid calls this scheduler: with shards, requests, runs. Once. */
    public void serve(LocalMember member) {
        link.connect(member);
        fences.start();
        cp.start();
        owners.start();
        handOff.start();
        ownership.start(LOOK_EVERY);
        background.repeat(MIRROR_EVERY, maps::flush);
        background.repeat(SIZE_EVERY, size::look);
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
        end.ask();
        ownership.leave();
        for (AutoCloseable part : List.of(handOff, owners, cp, fences, ownership, background)) {
            close(part);
        }
        sender.shutdownNow();
        leave(grid, SHUTDOWN_PATIENCE);
    }

    /** Where the grid has ended before, some parts cannot say farewell, and the others must end all the same. */
    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            log.warn("{} did not close: {}", part.getClass().getSimpleName(), e.toString());
        }
    }

    /**
     * Without its majority the CP group would let nobody go, and without a majority of members no partition either. What is
     * not over in time goes on by itself: a harder end would have to wait for it.
     */
    private static void leave(HazelcastInstance grid, Duration patience) {
        Thread leaving = new Thread(grid::shutdown, "carillon-grid-leave");
        leaving.setDaemon(true);
        leaving.start();
        try {
            leaving.join(patience.toMillis());
            if (leaving.isAlive()) {
                log.warn(
                        "the grid is not left in good order in time; when the process ends others take over from backups");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Completes with the reason once the grid has ended although it was not closed: then this member is good for nothing. */
    public CompletableFuture<String> ended() {
        return end.unasked();
    }

    /** How the CP group is, as of a moment ago. */
    public CpView cp() {
        return cp.view();
    }

    /** Members of the healthy cluster, as last heard from the database. */
    public int expectedSize() {
        return majority.expected();
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

    public GridForecasts forecasts() {
        return forecasts;
    }

    public GridStatistics statistics() {
        return statistics;
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
