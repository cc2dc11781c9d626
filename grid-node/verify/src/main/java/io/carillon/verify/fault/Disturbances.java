package io.carillon.verify.fault;

import io.carillon.verify.cluster.ChildProcess;
import io.carillon.verify.cluster.ClusterException;
import io.carillon.verify.cluster.ClusterMember;
import io.carillon.verify.cluster.ClusterPart;
import io.carillon.verify.cluster.ClusterWorker;
import io.carillon.verify.cluster.LocalCluster;
import io.carillon.verify.cluster.TcpRelay;
import io.carillon.verify.time.SystemClock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/** How each kind of fault is done to a cluster of processes on this machine. */
final class Disturbances {

    private static final Duration STOP_LONGEST = Duration.ofSeconds(30);
    /** An outage meanwhile may hold it up; what comes next must not wait for it for minutes. */
    private static final Duration ROLLING_LONGEST = Duration.ofSeconds(90);

    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration CLOCK_OFF = Duration.ofMinutes(10);
    private static final int STORE_START_TRIES = 20;

    private final LocalCluster cluster;
    private final SystemClock clock;
    private final int workersBeside;

    /** @param workersBeside connected to the cluster and none of its own */
    Disturbances(LocalCluster cluster, SystemClock clock, int workersBeside) {
        this.cluster = cluster;
        this.clock = clock;
        this.workersBeside = workersBeside;
    }

    Disturbance of(FaultKind kind, PlannedFault planned) {
        ClusterMember member = pick(cluster.members(), planned.victim());
        ClusterWorker worker = pick(cluster.workers(), planned.victim());
        return switch (kind) {
            case KILL_MEMBER -> killed(member.process());
            case KILL_WORKER -> killed(worker.process());
            case FREEZE_MEMBER -> frozen(member.process());
            case FREEZE_WORKER -> frozen(worker.process());
            case FREEZE_POSTGRES -> frozenStore();
            case RESTART_POSTGRES -> new Disturbance("PostgreSQL", cluster.store()::stop, this::startStore, false);
            case POSTGRES_OUTAGE -> new Disturbance("PostgreSQL", cluster.store()::kill, this::startStore, true);
            case CUT_WORKER -> cut(worker.process().name() + " from all members", worker.grid());
            case CUT_DATABASE -> cut(member.process().name() + " from PostgreSQL", List.of(member.database()));
            case ROLLING_RESTART -> new Disturbance("all members, one by one", this::restartOneByOne, () -> {}, false);
            case FALSE_CLOCK -> falseClock(member.process(), CLOCK_OFF.multipliedBy(planned.sign()));
            case EVERYTHING -> new Disturbance("all", this::killAll, this::startAll, false);
        };
    }

    private static Disturbance killed(ChildProcess process) {
        return new Disturbance(process.name(), process::kill, process::start, true);
    }

    private static Disturbance frozen(ChildProcess process) {
        return new Disturbance(process.name(), process::freeze, process::resume, true);
    }

    private Disturbance frozenStore() {
        List<Long> processes = cluster.store().processIds();
        return new Disturbance(
                "PostgreSQL",
                () -> ChildProcess.signal("STOP", processes),
                () -> ChildProcess.signal("CONT", processes),
                true);
    }

    private static Disturbance cut(String whom, List<TcpRelay> relays) {
        return new Disturbance(whom, () -> relays.forEach(TcpRelay::cut), () -> relays.forEach(TcpRelay::mend), true);
    }

    /** Its right time comes back with another kill: a process cannot change its mind about such a thing. */
    private static Disturbance falseClock(ChildProcess process, Duration off) {
        return new Disturbance(
                process.name() + " off by " + off.toSeconds() + " s",
                () -> {
                    process.kill();
                    process.start(FalseTime.jvmOptions(off), FalseTime.environment(off));
                },
                () -> {
                    process.kill();
                    process.start();
                },
                true);
    }

    private void restartOneByOne() throws InterruptedException {
        long deadline = clock.nanos() + ROLLING_LONGEST.toNanos();
        for (ClusterMember member : cluster.members()) {
            if (clock.nanos() - deadline > 0) {
                return;
            }
            member.process().stop(STOP_LONGEST);
            member.process().start();
            while (!cluster.isWhole(EnumSet.of(ClusterPart.MEMBERS), workersBeside) && clock.nanos() - deadline < 0) {
                clock.pause(POLL);
            }
        }
    }

    private void killAll() throws InterruptedException {
        for (ClusterMember member : cluster.members()) {
            member.process().kill();
        }
        for (ClusterWorker worker : cluster.workers()) {
            worker.process().kill();
        }
        cluster.store().kill();
    }

    private void startAll() throws InterruptedException {
        startStore();
        cluster.members().forEach(member -> member.process().start());
        cluster.workers().forEach(worker -> worker.process().start());
    }

    /** Processes that a killed server leaves behind may hold its memory for a moment. */
    private void startStore() throws InterruptedException {
        for (int i = 1; ; i++) {
            try {
                cluster.store().start();
                return;
            } catch (ClusterException e) {
                if (i == STORE_START_TRIES) {
                    throw e;
                }
                clock.pause(POLL);
            }
        }
    }

    private static <T> T pick(List<T> from, int number) {
        return from.get(number % from.size());
    }
}
