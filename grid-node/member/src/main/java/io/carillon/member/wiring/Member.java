package io.carillon.member.wiring;

import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.domain.id.RunId;
import io.carillon.domain.quota.ExactJobs;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.ApiKeys;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.ClusterStore;
import io.carillon.domain.store.DeadLetters;
import io.carillon.domain.store.KeyedCalls;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.store.Webhooks;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.grid.GridBacking;
import io.carillon.engine.grid.GridNode;
import io.carillon.engine.grid.GridSettings;
import io.carillon.engine.grid.cp.CpView;
import io.carillon.engine.member.EngineParts;
import io.carillon.engine.member.MemberEngine;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.shard.LoopGauges;
import io.carillon.engine.statistics.PoolDurations;
import io.carillon.engine.statistics.StatRecorder;
import io.carillon.engine.statistics.StatisticsBoard;
import io.carillon.engine.time.StoreTime;
import io.carillon.engine.time.Wait;
import io.carillon.engine.zone.AgreedZones;
import io.carillon.gateway.api.ClusterView;
import io.carillon.gateway.api.ForecastDesk;
import io.carillon.gateway.api.RunSurroundings;
import io.carillon.member.tracing.Traces;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.commit.GroupCommitter;
import io.carillon.persistence.mapstore.BatchRegistry;
import io.carillon.persistence.mapstore.JobMapStore;
import io.carillon.persistence.mapstore.RunMapStore;
import io.carillon.persistence.read.PgNoteStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member without its doors: store, clock, grid and engine, opened in this order and closed in the reverse one. Blocks
 * while it starts.
 */
public final class Member implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Member.class);

    /** Above every timeout of the store, below those of the grid. */
    private static final Duration MAP_STORE_TIMEOUT = Duration.ofSeconds(40);

    private static final Duration SERVING_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SERVING_LOOK = Duration.ofMillis(20);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final StoreTime time;
    private final DurableStore store;
    private final Queries queries;
    private final DeadLetters deadLetters;
    private final RedriveStore redrives;
    private final AlertStore alerts;
    private final Webhooks webhooks;
    private final OwnerQuotas quotas;
    private final KeyedCalls keyedCalls;
    private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(10);

    private final AgreedZones zones;
    private final ScheduleReader schedules;
    private final ClusterStore cluster;
    private final GridNode grid;
    private final LeaveTurn turn;
    private final Traces traces;
    private final Owners owners;
    private final MemberEngine engine;
    private final PoolDurations durations = new PoolDurations();

    /** @throws RuntimeException if anything cannot be opened; what was open is closed again */
    public Member(MemberSettings settings, MeterRegistry meters) {
        this(settings, meters, Traces.NONE);
    }

    /**
     * @param traces closed with the member, after all that writes spans
     * @throws RuntimeException if anything cannot be opened; what was open is closed again
     */
    public Member(MemberSettings settings, MeterRegistry meters, Traces traces) {
        try {
            this.traces = opened(traces);
            this.store = opened(DurableStore.open(settings.store()));
            String schema = answered(settings.storeWait(), store::migrate);
            this.time = opened(answered(settings.storeWait(), () -> StoreTime.start(store.referenceClock())));
            this.zones = answered(settings.storeWait(), () -> ZoneWatch.agree(store.zoneStore(), time.now()));
            this.schedules = new ScheduleReader(zones);
            zones.onChange(schedules::forget);
            opened(new Housekeeping(
                    store.maintenance(),
                    store.duties(),
                    store.alerts(),
                    store.auditLog(),
                    time,
                    settings.historyRetention(),
                    settings.auditRetention(),
                    meters));
            StatRecorder recorder = settings.grid().jet() ? new StatRecorder() : StatRecorder.ofPools();
            MemberMeters events = new MemberMeters(meters, recorder, traces);
            GroupCommitter writer = opened(store.startWriter(time, events, new ExactJobs(schedules)::counts));
            PgNoteStore notes = opened(store.openNotes());
            this.queries = store.queries();
            this.deadLetters = store.deadLetters();
            this.redrives = store.redrives();
            this.alerts = store.alerts();
            this.webhooks = store.webhooks();
            this.quotas = store.quotas();
            this.keyedCalls = opened(store.openKeyedCalls(time));
            this.cluster = store.clusterStore();
            BatchRegistry batches = new BatchRegistry();
            GridBacking backing = new GridBacking(
                    new JobMapStore(store.shardStore(), writer, batches, MAP_STORE_TIMEOUT),
                    new RunMapStore(store.shardStore(), MAP_STORE_TIMEOUT),
                    batches,
                    writer,
                    store.shardStore(),
                    store.fenceStore(),
                    cluster);
            GridSettings agreed = settings.grid()
                    .sized(AgreedSize.of(cluster, settings.grid(), settings.namedSize()))
                    .withTerm("schema", schema);
            this.grid = GridNode.start(agreed, backing, time, meters);
            this.turn = new LeaveTurn(store.duties(), time, grid.ownership().memberId(), grid::cp);
            // In this order: the turn is passed on when the grid has been left.
            opened(turn::pass);
            opened(grid);
            this.owners = traces.of(grid.owners(), time);
            this.engine = opened(new MemberEngine(
                    new EngineParts(
                            time,
                            grid.store(),
                            grid.writer(),
                            schedules,
                            grid.ownership(),
                            grid.owners(),
                            grid.fences(),
                            grid.leases(),
                            grid.handOff(),
                            grid.credits(),
                            notes,
                            events,
                            new GatewayMeters(meters),
                            zones),
                    settings.loop(),
                    settings.loops()));
            events.watch(engine, time);
            store.onReplaced(this::forget);
            grid.serve(new FromGrid(engine));
            engine.start();
            opened(ZoneWatch.start(zones, meters));
            opened(StatisticsLoop.start(recorder, durations, grid.statistics(), time, meters));
            opened(ForecastLoop.start(store.forecasts(), schedules, grid.ownership(), grid.forecasts(), time, meters));
            opened(RecountLoop.start(store.ledger(), schedules, grid.ownership(), time, meters));
            opened(DeadLetterLoops.start(
                    store,
                    grid.owners(),
                    time,
                    grid.ownership().memberId(),
                    settings.redrivesPerSecond(),
                    settings.alertsAllowed(),
                    meters));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    public TimeSource time() {
        return time;
    }

    public Queries queries() {
        return queries;
    }

    /** A run with its definition; none if it is unknown. */
    public List<LiveRun> liveRun(RunId run) {
        try {
            return store.shardStore().loadRuns(List.of(run)).get(QUERY_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while a run was read", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StoreUnavailableException("the run could not be read", e);
        }
    }

    public RunSurroundings surroundings() {
        return new GridSurroundings(
                grid.handOff(), grid.leases(), owners(), () -> engine.gateway().workers());
    }

    /** What the shards of all members have in store. */
    public Collection<ShardOutlook> outlooks() {
        return grid.forecasts().all();
    }

    public StatisticsBoard statistics() {
        return grid.statistics();
    }

    public ForecastDesk.Loads loads() {
        return new PoolLoads(
                grid.statistics(), durations, () -> engine.gateway().workers());
    }

    public LedgerStore ledger() {
        return store.ledger();
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    public RedriveStore redrives() {
        return redrives;
    }

    public AlertStore alerts() {
        return alerts;
    }

    public ApiKeys apiKeys() {
        return store.apiKeys();
    }

    public AuditLog auditLog() {
        return store.auditLog();
    }

    public OwnerQuotas quotas() {
        return quotas;
    }

    public Webhooks webhooks() {
        return webhooks;
    }

    public KeyedCalls keyedCalls() {
        return keyedCalls;
    }

    /** Whether spans are made, so that doors must know which trace a call belongs to. */
    public boolean traced() {
        return traces.on();
    }

    /** For the doors. */
    public Owners owners() {
        return owners;
    }

    public ScheduleReader schedules() {
        return schedules;
    }

    public Gateway gateway() {
        return engine.gateway();
    }

    public MemberEngine engine() {
        return engine;
    }

    public GridNode grid() {
        return grid;
    }

    public ClusterStore cluster() {
        return cluster;
    }

    /** Still serving, waits until no other member is leaving, within half a minute. */
    public void awaitTurnToLeave() {
        if (!grid.ended().isDone()) {
            turn.take(LEAVE_TIMEOUT);
        }
    }

    /** Waits until a member may leave without harm to the CP group, within the limit. @return whether one may */
    public boolean awaitSettled(Duration limit) {
        return turn.awaitSettled(limit);
    }

    /** Why PostgreSQL cannot be used at present; null: it can. Never waits. */
    public @Nullable String storeAway() {
        return store.away();
    }

    private void forget() {
        zones.forget();
        grid.forget();
        engine.forget();
    }

    /** Waits, up to half a minute, until every shard that the grid gives to this member is read and served. */
    public void awaitServing() {
        long deadline = time.nanos() + SERVING_TIMEOUT.toNanos();
        while (!engine.serving() && time.nanos() < deadline) {
            LockSupport.parkNanos(SERVING_LOOK.toNanos());
        }
        if (!engine.serving()) {
            log.warn("not all shards are served yet; the member goes on taking them");
        }
    }

    /** The cluster as this member sees it. */
    public ClusterView view() {
        LoopGauges gauges = engine.gauges();
        CpView cp = grid.cp();
        return new ClusterView(
                grid.ownership().memberId(),
                grid.expectedSize(),
                new ClusterView.Cp(cp.seats(), cp.members(), cp.whole()),
                grid.cluster().members().stream()
                        .map(each -> new ClusterView.Member(each.memberId(), each.address(), each.shards()))
                        .toList(),
                gauges.shards(),
                gauges.armedJobs(),
                gauges.liveRuns(),
                time.errorBound(),
                new ClusterView.TimeZones(
                        zones.version(),
                        zones.runtimeVersion(),
                        zones.edition(),
                        zones.standing().shardsBehind(),
                        zones.standing().tally().jobs(),
                        zones.standing().tally().moved()),
                engine.gateway().workers());
    }

    /** In the reverse order of opening; what fails to close is logged and does not keep the rest open. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            AutoCloseable next = opened.pop();
            try {
                next.close();
            } catch (Exception e) {
                log.warn("{} did not close", next.getClass().getSimpleName(), e);
            }
        }
    }

    /** What the store says, which may go away and come back while a member starts. */
    private <T> T answered(Duration longest, Supplier<T> question) {
        return Wait.through(
                longest,
                store::silence,
                DurableStore::isSilence,
                why -> log.warn(
                        "PostgreSQL does not answer; waiting for it for {} s at most: {}", longest.toSeconds(), why),
                question);
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }
}
