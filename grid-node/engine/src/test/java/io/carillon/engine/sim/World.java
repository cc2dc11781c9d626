package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.store.FenceStore;
import io.carillon.engine.gateway.WorkerProfile;
import io.carillon.engine.shard.CountedEvents;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Everything there is in one simulation. */
final class World {

    static final List<Integer> SHARDS = List.of(1, 2, 3, 4, 5);
    static final Duration ACCEPT_LEASE = Duration.ofSeconds(5);
    static final Duration LEASE = Duration.ofSeconds(10);
    private static final int JOBS_A_SHARD = 3;
    static final List<JobId> JOBS = SHARDS.stream()
            .flatMap(shard -> IntStream.range(0, JOBS_A_SHARD).mapToObj(n -> JobMaker.jobIdIn(shard, n)))
            .toList();
    /** Of the jobs of one owner only some may be there at a time. */
    static final String SMALL_OWNER = "small";

    static final int SMALL_OWNER_JOBS_MAX = 3;
    /** And of its runs only some may run at once; how many, is the seed's to say. */
    private static final int SMALL_OWNER_RUNNING_MAX = 3;

    private static final WorkerProfile PROFILE =
            new WorkerProfile("w", JobMaker.CAPABILITY.pool(), Set.of(JobMaker.CAPABILITY.handler()), false, 3);

    final Chance chance;
    final Agenda agenda = new Agenda();
    final Timeline timeline;
    final Violations violations = new Violations(agenda);
    final CountedEvents events = new CountedEvents();
    final LoopSettings settings;
    final FaultMix mix;
    final Laws laws;
    final Database database;
    final Network network;
    final GridTable table;
    final LeaseGrid leases;
    final Counter counter;
    final Target target;
    final FaultEvents faults;
    final Clients clients;
    /** Somebody who is none of ours. */
    final Node outside;
    /** Whether statements hold on to the epoch they have looked at. */
    final boolean epochsAreLocked;

    final int smallOwnerMaxRunning;

    boolean storeAway;
    private final Set<Mutation> without;
    private final Map<String, SimMember> started = new LinkedHashMap<>();
    private final List<SimWorker> workers = new ArrayList<>();
    private final JobId poison;
    private int names;
    private long clockSteppedMicros = Long.MIN_VALUE;

    World(long seed, Set<Mutation> without, boolean printed) {
        this.chance = new Chance(seed);
        this.timeline = new Timeline(agenda, printed);
        this.without = without;
        this.outside = new Node("outside", agenda, 0, 0);
        this.settings = SimSettings.with(seed, without);
        this.mix = new FaultMix(chance.fork());
        this.epochsAreLocked = chance.below(2) == 0;
        this.poison = chance.one(JOBS);
        this.smallOwnerMaxRunning = 1 + (int) Math.floorMod(seed, (long) SMALL_OWNER_RUNNING_MAX);
        this.laws = new Laws(this);
        this.database = new Database(this);
        this.network = new Network(this);
        this.table = new GridTable(this);
        this.leases = new LeaseGrid(this);
        this.counter = new Counter(this);
        this.target = new Target(this);
        this.faults = new FaultEvents(this);
        this.clients = new Clients(this);
        database.rows.watch(laws);
        database.rows.limitJobs(SMALL_OWNER, SMALL_OWNER_JOBS_MAX);
        database.rows.limitRunning(SMALL_OWNER, smallOwnerMaxRunning);
        without.forEach(mutation -> mutation.dropped.forEach(database.rows::drop));
    }

    boolean without(Mutation mutation) {
        return without.contains(mutation);
    }

    /** One job of each shard is of the owner with a quota. */
    static String ownerOf(JobId job) {
        return JOBS.indexOf(job) % JOBS_A_SHARD == 0 ? SMALL_OWNER : "owner";
    }

    boolean isPoison(JobId job) {
        return job.equals(poison);
    }

    void startMember() {
        Boot.start(this, "m" + names++);
    }

    void startWorker() {
        String name = "w" + names++;
        Node node = new Node(name, agenda, chance.between(-90, 90), chance.below(1_000_000_000));
        WorkerProfile profile = new WorkerProfile(
                name, PROFILE.pool(), PROFILE.handlers(), PROFILE.anyHandler(), chance.between(1, PROFILE.slots()));
        SimWorker worker = new SimWorker(this, node, profile);
        workers.add(worker);
        worker.begin();
    }

    /** A member knows the time and has begun. */
    void started(SimMember member) {
        timeline.note("member starts", member.id);
        started.put(member.id, member);
        table.join(member);
    }

    /** Those that are not dead. */
    List<SimMember> members() {
        return started.values().stream().filter(member -> !member.node.isDead()).toList();
    }

    /** All that have ever been there. */
    List<SimMember> allMembers() {
        return List.copyOf(started.values());
    }

    /** Null if there never was one of this name. */
    @Nullable
    SimMember member(String id) {
        return started.get(id);
    }

    List<SimWorker> workers() {
        return workers.stream().filter(worker -> !worker.node.isDead()).toList();
    }

    List<Stream> streamsOf(SimMember member) {
        List<Stream> streams = new ArrayList<>();
        for (SimWorker worker : workers()) {
            Stream stream = worker.stream();
            if (stream != null && stream.member == member) {
                streams.add(stream);
            }
        }
        return streams;
    }

    FenceStore floorOf(StoreLink link) {
        return new FloorLink(this, link);
    }

    void stepClock(Duration by) {
        database.stepClock(by);
        if (!by.isNegative()) {
            clockSteppedMicros = agenda.nowMicros();
        }
    }

    /** Leases end by the database's clock, those of workers by their own: a step forward takes time from the workers. */
    boolean clockSteppedSince(long micros) {
        return clockSteppedMicros >= micros;
    }
}
