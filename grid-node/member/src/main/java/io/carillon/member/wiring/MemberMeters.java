package io.carillon.member.wiring;

import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunTransition;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.member.MemberEngine;
import io.carillon.engine.shard.LoopEvents;
import io.carillon.engine.statistics.StatRecorder;
import io.carillon.member.tracing.Traces;
import io.carillon.persistence.commit.CommitObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A member's counters, timers and gauges, under the names that the documentation lists; and its spans, of the same moves. */
final class MemberMeters implements LoopEvents, CommitObserver {

    /** A timer has some 70 series. */
    private static final int POOLS_MAX = 200;

    private final MeterRegistry meters;
    private final PoolLabels pools = new PoolLabels(POOLS_MAX);
    private final StatRecorder statistics;
    private final Traces traces;
    private final Map<String, Timer> startDelays = new ConcurrentHashMap<>();
    private final Map<String, Timer> claimLateness = new ConcurrentHashMap<>();
    /** The registry's own look-up is too dear for every step of every run. */
    private final Map<Move, Counter> moves = new ConcurrentHashMap<>();

    private final Counter occurrencesRun;

    private record Move(RunTransition transition, String pool) {}

    /**
     * @param statistics is told of every step of a run
     * @param traces the same
     */
    MemberMeters(MeterRegistry meters, StatRecorder statistics, Traces traces) {
        this.meters = meters;
        this.statistics = statistics;
        this.traces = traces;
        this.occurrencesRun = meters.counter("carillon.occurrences", "disposition", "run");
        // A counter that only appears with its first event shows no increase then, and no alarm sees it.
        for (String guard : List.of("stale.tokens.refused", "epochs.lost", "versions.lost", "queue.deadline.passed")) {
            meters.counter("carillon." + guard, "by", "member");
        }
        meters.counter("carillon.store.unavailable", "by", "loop");
    }

    /** Publishes sizes of a running engine. */
    void watch(MemberEngine engine, TimeSource time) {
        Gateway gateway = engine.gateway();
        gauge(
                "carillon.jobs.armed",
                "Jobs in memory because they are due soon",
                () -> engine.gauges().armedJobs());
        gauge("carillon.runs.live", "Runs in memory", () -> engine.gauges().liveRuns());
        gauge(
                "carillon.queue.depth",
                "Due runs that wait for a worker",
                () -> engine.gauges().readyRuns() + engine.gauges().runsBeyond());
        gauge(
                "carillon.queue.beyond.memory",
                "Runs that wait in the database alone, about; part of the queue's depth",
                () -> engine.gauges().runsBeyond());
        gauge(
                "carillon.occurrences.backlog",
                "Owed occurrences that jobs which are catching up have not made runs of yet",
                () -> engine.gauges().backlog());
        gauge(
                "carillon.shards.served",
                "Shards this member serves",
                () -> engine.gauges().shards());
        gauge(
                "carillon.workers",
                "Workers connected to this member",
                () -> gateway.workers().size());
        gauge(
                "carillon.workers.slots",
                "Slots of workers connected here",
                () -> gateway.workers().stream()
                        .mapToInt(worker -> worker.profile().slots())
                        .sum());
        Gauge.builder(
                        "carillon.clock.error.bound",
                        time,
                        source -> source.errorBound().toNanos() / 1e9)
                .description("How far this member's time may be from the store's clock")
                .baseUnit("seconds")
                .register(meters);
    }

    @Override
    public void claimed(String pool, Duration lateness) {
        occurrencesRun.increment();
        claimLateness
                .computeIfAbsent(pools.of(pool), p -> timer("carillon.claim.lateness", p))
                .record(lateness.isNegative() ? Duration.ZERO : lateness);
    }

    @Override
    public void skipped(SkipReason reason, long occurrences) {
        meters.counter("carillon.occurrences", "disposition", word(reason)).increment((double) occurrences);
    }

    @Override
    public void moved(RunTransition transition, String pool) {
        moves.computeIfAbsent(new Move(transition, pools.of(pool)), this::counterOf)
                .increment();
    }

    @Override
    public void moved(Run before, Moved moved) {
        moved(moved.transition(), moved.run().pool());
        statistics.add(moved);
        traces.moved(before, moved);
    }

    private Counter counterOf(Move move) {
        return meters.counter("carillon.runs", "transition", word(move.transition()), "pool", move.pool());
    }

    @Override
    public void started(String pool, Duration delay) {
        startDelays
                .computeIfAbsent(pools.of(pool), p -> timer("carillon.start.delay", p))
                .record(delay);
    }

    @Override
    public void staleReport() {
        count("carillon.stale.tokens.refused", "by", "member");
    }

    @Override
    public void epochLost(int shard) {
        count("carillon.epochs.lost", "by", "member");
    }

    @Override
    public void versionLost() {
        count("carillon.versions.lost", "by", "member");
    }

    @Override
    public void rejected(String what) {
        count("carillon.rows.rejected", "row", what);
    }

    @Override
    public void overMaxRunning(String pool) {
        meters.counter("carillon.starts.over.max.running", "pool", pools.of(pool))
                .increment();
    }

    @Override
    public void pagedIn(int runs) {
        meters.counter("carillon.queue.paged.in").increment(runs);
    }

    @Override
    public void reconciled(String what, int found) {
        meters.counter("carillon.reconciled", "what", what).increment(found);
    }

    @Override
    public void queueDeadlinePassed(int runs) {
        meters.counter("carillon.queue.deadline.passed", "by", "member").increment(runs);
    }

    @Override
    public void storeUnavailable() {
        count("carillon.store.unavailable", "by", "loop");
    }

    @Override
    public void replanned(boolean moved) {
        meters.counter("carillon.jobs.replanned", "next_time", moved ? "moved" : "kept")
                .increment();
    }

    @Override
    public void written(Kind kind, int calls, int rows, Duration took) {
        String what = word(kind);
        meters.timer("carillon.store.write", "rows", what).record(took);
        DistributionSummary.builder("carillon.store.batch.rows")
                .tag("rows", what)
                .register(meters)
                .record(rows);
    }

    private void count(String name, String tag, String value) {
        meters.counter(name, tag, value).increment();
    }

    private Timer timer(String name, String pool) {
        return Timer.builder(name)
                .tag("pool", pool)
                .publishPercentileHistogram()
                .maximumExpectedValue(Duration.ofMinutes(10))
                .register(meters);
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(meters);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
