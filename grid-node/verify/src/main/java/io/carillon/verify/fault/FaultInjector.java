package io.carillon.verify.fault;

import io.carillon.verify.cluster.ClusterPart;
import io.carillon.verify.cluster.LocalCluster;
import io.carillon.verify.evidence.Fault;
import io.carillon.verify.record.Recorder;
import io.carillon.verify.time.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries a plan of faults out, one after the other and some at once, and writes down what was done, to whom, and when the cluster
 * was whole again. Whatever happens, what it took it gives back.
 */
public final class FaultInjector implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration REVIVE = Duration.ofSeconds(1);
    private static final Duration WHOLE_LONGEST = Duration.ofMinutes(4);
    private static final Duration END_LONGEST = Duration.ofMinutes(6);
    private static final Duration CLOSE_LONGEST = Duration.ofSeconds(30);
    private static final Duration TAKE_OVER = Duration.ofSeconds(10);

    private final LocalCluster cluster;
    private final Disturbances disturbances;
    private final Recorder recorder;
    private final SystemClock clock;
    private final Consumer<String> progress;
    private final int workersBeside;
    private final Duration lease;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "fault"));
    private final Set<ClusterPart> taken = EnumSet.noneOf(ClusterPart.class);
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final ScheduledExecutorService supervisor =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "supervisor"));
    private volatile boolean ending;
    private volatile boolean closed;

    /**
     * @param workersBeside connected to the cluster and none of its own
     * @param lease after which the others take over what one has left
     * @param progress told in a line of each fault
     */
    public FaultInjector(
            LocalCluster cluster,
            Recorder recorder,
            SystemClock clock,
            int workersBeside,
            Duration lease,
            Consumer<String> progress) {
        this.cluster = cluster;
        this.disturbances = new Disturbances(cluster, clock, workersBeside);
        this.recorder = recorder;
        this.clock = clock;
        this.workersBeside = workersBeside;
        this.lease = lease;
        this.progress = progress;
    }

    /** From now on processes that end by themselves are started again, a second later. */
    @SuppressWarnings("FutureReturnValueIgnored") // it runs until it is shut down
    public void supervise() {
        supervisor.scheduleWithFixedDelay(
                () -> cluster.revive(how -> {
                    recorder.note(how);
                    progress.accept(how);
                }),
                REVIVE.toMillis(),
                REVIVE.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Before the cluster is closed. When it returns nothing is started any more: what was under way is interrupted and has ended. */
    @Override
    public void close() {
        closed = true;
        ending = true;
        supervisor.shutdownNow();
        threads.shutdownNow();
        try {
            boolean ended = supervisor.awaitTermination(CLOSE_LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                    && threads.awaitTermination(CLOSE_LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                progress.accept("a fault does not end: processes that it starts now are left behind");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What cannot be done as its name says, on this machine. */
    public static Optional<String> shortfall(Set<FaultKind> kinds) {
        return kinds.contains(FaultKind.FALSE_CLOCK) ? FalseTime.shortfall() : Optional.empty();
    }

    /** Blocks until the last planned fault has begun, or it is interrupted. */
    public void run(FaultPlan plan, Instant begin) throws InterruptedException {
        for (PlannedFault planned : plan.faults()) {
            clock.pauseUntil(begin.plus(planned.at()));
            if (closed) {
                return;
            }
            Optional<FaultKind> kind = take(planned);
            if (kind.isEmpty()) {
                progress.accept("no fault now: everything is under one already");
                continue;
            }
            underWay.incrementAndGet();
            threads.execute(() -> inflict(kind.get(), planned));
        }
    }

    /**
     * Cuts faults under way short, gives everything back, and waits until the cluster is whole.
     *
     * @return false if it does not become whole
     * @throws RuntimeException if a fault could not be done or undone
     */
    public boolean end() throws InterruptedException {
        ending = true;
        threads.shutdown();
        boolean ended = threads.awaitTermination(END_LONGEST.toMillis(), TimeUnit.MILLISECONDS);
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        return ended && awaitWhole(EnumSet.allOf(ClusterPart.class));
    }

    public int underWay() {
        return underWay.get();
    }

    private synchronized Optional<FaultKind> take(PlannedFault planned) {
        for (FaultKind kind : planned.kinds()) {
            if (kind.parts().stream().noneMatch(taken::contains)) {
                taken.addAll(kind.parts());
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private synchronized void giveBack(FaultKind kind) {
        taken.removeAll(kind.parts());
    }

    private void inflict(FaultKind kind, PlannedFault planned) {
        try {
            Disturbance disturbance = disturbances.of(kind, planned);
            Instant from = clock.now();
            progress.accept(kind.word() + " " + disturbance.whom()
                    + (disturbance.lasts() ? " for " + seconds(planned.length()) : ""));
            try {
                disturbance.begin().run();
                if (disturbance.lasts()) {
                    holdOn(planned.length());
                }
            } finally {
                // What is being closed is killed in any case, and must not be started again.
                if (!closed) {
                    disturbance.end().run();
                }
            }
            Instant to = clock.now();
            boolean whole = awaitWhole(kind.parts());
            Instant healthyAt = clock.now();
            recorder.add(new Fault(
                    recorder.nextFault(),
                    kind.word(),
                    disturbance.whom(),
                    from,
                    to,
                    whole ? healthyAt : null,
                    null,
                    stopsFor(kind)));
            progress.accept(kind.word() + " over, "
                    + (whole ? "whole " + seconds(Duration.between(to, healthyAt)) + " later" : "and not whole since"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        } finally {
            giveBack(kind);
            underWay.decrementAndGet();
        }
    }

    /** So long after a blow the others have taken over: its leases are over by then, and a little later what they held has started. */
    private @Nullable Duration stopsFor(FaultKind kind) {
        boolean others =
                kind.leavesOthers(cluster.members().size(), cluster.workers().size());
        return others ? lease.plus(TAKE_OVER) : null;
    }

    private void holdOn(Duration length) throws InterruptedException {
        long deadline = clock.nanos() + length.toNanos();
        while (!ending && clock.nanos() - deadline < 0) {
            clock.pause(POLL);
        }
    }

    /** Of what other faults may have taken meanwhile nothing is asked. */
    private boolean awaitWhole(Set<ClusterPart> parts) throws InterruptedException {
        long deadline = clock.nanos() + WHOLE_LONGEST.toNanos();
        while (clock.nanos() - deadline < 0) {
            if (cluster.isWhole(parts, workersBeside)) {
                return true;
            }
            clock.pause(POLL);
        }
        return false;
    }

    private static String seconds(Duration length) {
        return String.format(Locale.ROOT, "%.1f s", length.toMillis() / 1_000.0);
    }
}
