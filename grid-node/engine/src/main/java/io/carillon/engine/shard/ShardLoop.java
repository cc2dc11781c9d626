package io.carillon.engine.shard;

import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.JobChanges;
import io.carillon.domain.time.Micros;
import io.carillon.engine.command.Request;
import io.carillon.engine.port.Attempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * One loop over many shards. Everything happens on the thread that calls {@link #turn}: messages are taken in, what has
 * come due in the wheel rings, decisions are made, and batches leave for the store and the workers. The methods that
 * say so may be called by any thread; they only leave a message.
 */
public final class ShardLoop {

    private static final int MESSAGES_A_TURN = 20_000;
    private static final int ALARMS_A_TURN = 20_000;

    final LoopContext loop;
    final DueJobs jobs;
    final RunWrites runWrites;
    final JobWrites jobWrites;
    private final JobCreations jobCreations;
    private final AtomicInteger requestsWaiting = new AtomicInteger();
    private final LeaseWatch leases;
    private final RollCall rollCall;
    private final Stops stops;
    private final LiveRuns runs;
    private final Claims claims;
    private final Starts starts;
    private final Reports reports;
    private final Redrives redrives;
    private final JobCommands commands;
    private final Loading loading;
    private final Paging paging;
    private final IntConsumer onShardLost;
    private volatile LoopGauges gauges = LoopGauges.EMPTY;

    /** @param onShardLost told on the loop's thread when the store says that another owner has the shard */
    public ShardLoop(LoopPorts ports, LoopSettings settings, IntConsumer onShardLost) {
        this.loop = new LoopContext(ports, settings);
        this.onShardLost = onShardLost;
        ClaimPlanner planner = new ClaimPlanner(ports.schedules());
        this.jobs = new DueJobs(loop);
        this.rollCall = new RollCall(loop);
        this.leases = new LeaseWatch(loop, rollCall);
        this.stops = new Stops(loop);
        this.runs = new LiveRuns(loop, leases, stops);
        RunReloads runReloads = new RunReloads(loop, runs, this::epochLost);
        this.runWrites = new RunWrites(loop, runReloads);
        this.jobWrites = new JobWrites(loop, runReloads);
        this.jobCreations = new JobCreations(loop, runReloads);
        JobReloads jobReloads = new JobReloads(loop);
        this.claims = new Claims(loop, planner, jobs, runs, jobWrites, jobReloads);
        this.starts = new Starts(loop, runs, runWrites, leases, rollCall);
        this.reports = new Reports(loop, runs, runWrites, leases, starts, stops);
        new Expiries(loop, runs, runWrites);
        Cancels cancels = new Cancels(loop, runs, runWrites, leases, stops);
        this.redrives = new Redrives(loop, runs, runWrites);
        Holds holds = new Holds(runs, loop.lanes);
        JobEffects effects = new JobEffects(loop, runs, claims, cancels, holds);
        JobLookUps lookUps = new JobLookUps(loop, jobs);
        JobDecisions decisions = new JobDecisions(loop, jobs, lookUps, jobWrites, jobCreations, jobReloads, effects);
        this.commands =
                new JobCommands(loop, new JobChanges(planner), lookUps, decisions, jobCreations, cancels, redrives);
        this.loading = new Loading(loop, jobs, runs);
        loading.start();
        new Reconcile(loop, jobs, runs, leases, holds).start();
        new Replanning(loop, commands).start();
        this.paging = new Paging(loop, runs, runWrites);
    }

    /** Any thread. Every request is answered once. */
    public void submit(Collection<? extends Request> requests) {
        if (requestsWaiting.addAndGet(requests.size()) > loop.settings.bounds().requestsMax()) {
            requestsWaiting.addAndGet(-requests.size());
            requests.forEach(request -> request.unavailable(Refusal.OVERLOADED, "too many requests are waiting"));
            return;
        }
        List<Runnable> tasks = new ArrayList<>(requests.size());
        requests.forEach(request -> tasks.add(() -> {
            requestsWaiting.decrementAndGet();
            take(Replies.guarded(request));
        }));
        loop.inbox.addAll(tasks);
    }

    /** Any thread. These shards are this member's, under these epochs: read and serve them. */
    public void gain(Map<Integer, Long> epochs) {
        loop.inbox.add(() -> {
            List<ShardState> gained = new ArrayList<>();
            epochs.forEach((shard, epoch) -> {
                ShardState old = loop.shards.get(shard);
                if (old != null) {
                    loading.drop(old);
                }
                ShardState state = new ShardState(shard, epoch);
                loop.shards.put(shard, state);
                gained.add(state);
            });
            loading.gained(gained);
        });
    }

    /** Any thread. These shards are somebody else's. */
    public void lose(Set<Integer> shards) {
        loop.inbox.add(() -> shards.forEach(shard -> {
            ShardState state = loop.shards.get(shard);
            if (state != null) {
                loading.drop(state);
            }
        }));
    }

    /** Any thread. A member is gone, its gateway with it. */
    public void memberLost(String memberId) {
        loop.inbox.add(() -> {
            runs.gatewayLost(memberId);
            rollCall.gatewayLost();
        });
    }

    /** Any thread. The grid has dropped the lease of this attempt, its time to live being over. */
    public void leaseExpired(Attempt attempt) {
        loop.inbox.add(() -> {
            RunSlot slot = runs.find(attempt.runId());
            if (slot != null) {
                leases.entryExpired(slot, attempt.fencingToken());
            }
        });
    }

    /** Any thread. Slots, credits or tokens may have become free. */
    public void wake() {
        loop.inbox.add(() -> {});
    }

    /** Any thread; runs on the arrival of every message and must not block. */
    public void onMessage(Runnable wakeUp) {
        loop.inbox.onArrival(wakeUp);
    }

    /**
     * One turn. Only the loop's own thread.
     *
     * @return the time in microseconds until which there is nothing to do unless a message comes; the past if there is
     *     more to do now
     */
    public long turn() {
        int messages = loop.inbox.run(MESSAGES_A_TURN);
        Instant now = loop.now();
        int rang = loop.wheel.advance(Micros.of(now), ALARMS_A_TURN, alarm -> alarm.ring(now));
        // What is due now leaves before what is claimed for later.
        starts.dispatch(now);
        starts.flush();
        runWrites.flush();
        claims.decideDue(now);
        jobWrites.flush();
        jobCreations.flush();
        stops.flush();
        leases.flush();
        reports.flush();
        redrives.flush();
        paging.turn();
        gauges = LoopGauges.of(loop, jobs);
        boolean more = messages == MESSAGES_A_TURN || rang == ALARMS_A_TURN || !loop.inbox.isEmpty();
        return more ? Long.MIN_VALUE : loop.wheel.nextDeadlineMicros();
    }

    /** True if no message waits. */
    boolean idle() {
        return loop.inbox.isEmpty();
    }

    /** Any thread. Sizes as of the last turn. */
    public LoopGauges gauges() {
        return gauges;
    }

    private void take(Request request) {
        ShardState shard = loop.activeShard(request.shard());
        if (shard == null) {
            request.unavailable(Refusal.NOT_OWNER, "shard " + request.shard() + " is not served here now");
        } else if (request instanceof Request.OfJob ofJob) {
            commands.handle(shard, ofJob);
        } else if (request instanceof Request.OfRun ofRun) {
            reports.handle(ofRun);
        }
    }

    private void epochLost(ShardState shard) {
        loading.drop(shard);
        onShardLost.accept(shard.shard);
    }
}
