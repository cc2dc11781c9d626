package io.carillon.verify.cluster;

import io.carillon.verify.time.SystemClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Members, workers and PostgreSQL on this machine, each a process of its own, with a relay on every stretch of network that can
 * be cut. Not thread-safe but for {@link #close}.
 */
public final class LocalCluster implements AutoCloseable {

    /** The command of the members' jar that runs a worker. */
    public static final String WORKER_COMMAND = "verify-worker";

    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(250);

    private final StoreServer store;
    private final SystemClock clock;
    private final List<ClusterMember> members = new ArrayList<>();
    private final List<ClusterWorker> workers = new ArrayList<>();
    private final ClusterHealth health;

    /** Starts nothing yet. */
    public LocalCluster(ClusterPlan plan, StoreServer store, SystemClock clock) {
        this.store = store;
        this.clock = clock;
        Ports ports = new Ports(ProcessHandle.current().pid());
        List<Integer> gridPorts =
                IntStream.range(0, plan.members()).mapToObj(i -> ports.next()).toList();
        for (int i = 0; i < plan.members(); i++) {
            members.add(member(plan, i, gridPorts, ports));
        }
        for (int i = 0; i < plan.workers(); i++) {
            workers.add(worker(plan, i, ports));
        }
        this.health = new ClusterHealth(doors());
    }

    public List<ClusterMember> members() {
        return List.copyOf(members);
    }

    public List<ClusterWorker> workers() {
        return List.copyOf(workers);
    }

    public StoreServer store() {
        return store;
    }

    public List<Door> doors() {
        return members.stream().map(ClusterMember::door).toList();
    }

    /** PostgreSQL runs. Returns when the members are one cluster and the workers connected. */
    public void start() throws InterruptedException {
        members.forEach(member -> member.process().start());
        awaitStart("the members are no whole cluster", EnumSet.of(ClusterPart.MEMBERS, ClusterPart.STORE));
        workers.forEach(worker -> worker.process().start());
        awaitStart("the workers are not connected", EnumSet.of(ClusterPart.WORKERS));
    }

    /**
     * Of the parts asked for: all members are ready and one cluster, all workers connected, the store answers.
     *
     * @param others workers that are not ours
     */
    public boolean isWhole(Set<ClusterPart> parts, int others) throws InterruptedException {
        return (!parts.contains(ClusterPart.MEMBERS) || membersAreOne())
                && (!parts.contains(ClusterPart.WORKERS) || health.workersConnected() >= workers.size() + others)
                && (!parts.contains(ClusterPart.STORE) || health.storeAnswers());
    }

    private boolean membersAreOne() throws InterruptedException {
        return members.stream().allMatch(member -> member.process().alive()) && health.membersAreOne();
    }

    /**
     * As a supervisor of services would: a member that cannot go on ends by itself, and counts on being started again.
     *
     * @param told of each that had ended
     */
    public void revive(Consumer<String> told) {
        members.forEach(member -> member.process().revive().ifPresent(told));
        workers.forEach(worker -> worker.process().revive().ifPresent(told));
    }

    /**
     * Kills all processes, and ends PostgreSQL. One that cannot be ended does not keep the others alive.
     *
     * @throws ClusterException if one could not
     */
    @Override
    public void close() {
        ClusterException failed = new ClusterException("not all processes could be ended");
        for (ClusterWorker worker : workers) {
            end(worker.process(), failed);
            worker.grid().forEach(TcpRelay::close);
        }
        for (ClusterMember member : members) {
            end(member.process(), failed);
            member.database().close();
        }
        try {
            // A frozen server would neither end nor let anybody wait for it.
            ChildProcess.signal("CONT", store.processIds());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failed.addSuppressed(e);
        }
        store.close();
        if (failed.getSuppressed().length > 0) {
            throw failed;
        }
    }

    private static void end(ChildProcess process, ClusterException failed) {
        try {
            process.kill();
        } catch (InterruptedException e) {
            // It was told to die, which needs no waiting.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failed.addSuppressed(e);
        }
    }

    private void awaitStart(String otherwise, Set<ClusterPart> parts) throws InterruptedException {
        long deadline = clock.nanos() + START_TIMEOUT.toNanos();
        while (!isWhole(parts, 0)) {
            for (ChildProcess process : processes()) {
                if (!process.alive()) {
                    throw new ClusterException(
                            process.name() + " ended before it was ready; its last line: " + process.lastLine());
                }
            }
            if (clock.nanos() - deadline > 0) {
                throw new ClusterException(otherwise + " after " + START_TIMEOUT.toSeconds() + " s");
            }
            clock.pause(POLL);
        }
    }

    private List<ChildProcess> processes() {
        List<ChildProcess> processes = new ArrayList<>();
        members.forEach(member -> processes.add(member.process()));
        workers.stream()
                .map(ClusterWorker::process)
                .filter(ChildProcess::started)
                .forEach(processes::add);
        return processes;
    }

    private ClusterMember member(ClusterPlan plan, int index, List<Integer> gridPorts, Ports ports) {
        int rest = ports.next();
        int grpc = ports.next();
        TcpRelay database = TcpRelay.open("member-" + (index + 1) + "-postgres", ports.next(), store.port());
        List<String> arguments = new ArrayList<>(plan.memberJvm());
        arguments.addAll(List.of("-jar", plan.memberJar().toString()));
        arguments.addAll(store.memberSettings(database.port()));
        arguments.add("--server.port=" + rest);
        arguments.add("--spring.grpc.server.port=" + grpc);
        arguments.add("--carillon.cluster.name=verify-" + gridPorts.get(0));
        arguments.add("--carillon.cluster.port=" + gridPorts.get(index));
        if (plan.members() > 1) {
            arguments.add("--carillon.cluster.members="
                    + gridPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
        }
        arguments.addAll(plan.memberSettings());
        return new ClusterMember(
                new ChildProcess("member-" + (index + 1), arguments, plan.dir()),
                new Door("http://127.0.0.1:" + rest, "127.0.0.1:" + grpc),
                database);
    }

    /** The stock worker, or the one in the members' jar; each begins with another member. */
    private ClusterWorker worker(ClusterPlan plan, int index, Ports ports) {
        String name = "worker-" + (index + 1);
        List<TcpRelay> relays = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            ClusterMember member = members.get((index + i) % members.size());
            String grpc = member.door().grpc();
            int port = Integer.parseInt(grpc.substring(grpc.lastIndexOf(':') + 1));
            relays.add(TcpRelay.open(name + "-" + member.process().name(), ports.next(), port));
        }
        String grid = relays.stream().map(relay -> "127.0.0.1:" + relay.port()).collect(Collectors.joining(","));
        List<String> arguments = new ArrayList<>(ClusterPlan.SHORT_LIVED);
        arguments.addAll(List.of("-Xmx256m", "-jar"));
        Path jar = plan.workerJar();
        if (jar == null) {
            arguments.addAll(List.of(plan.memberJar().toString(), WORKER_COMMAND));
        } else {
            arguments.add(jar.toString());
        }
        arguments.addAll(List.of(
                "--carillon.worker.grid=" + grid,
                "--carillon.worker.id=" + name,
                "--carillon.worker.slots=" + plan.slots(),
                "--carillon.worker.shutdown-grace=5s",
                "--carillon.worker.http.allow=127.0.0.0/8"));
        return new ClusterWorker(new ChildProcess(name, arguments, plan.dir()), relays);
    }
}
