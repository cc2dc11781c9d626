package io.carillon.engine.sim;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.Run;
import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.engine.shard.LoopAudit;
import io.carillon.engine.shard.LoopLook;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One seed: members and workers come up, clients call, faults happen; then nothing goes wrong any more, and in bounded time
 * everything must have ended that was owed. It stops at the first law that is broken.
 */
final class Simulation {

    private static final int MEMBERS_MIN = 3;
    private static final int MEMBERS_MAX = 4;
    private static final int WORKERS = 3;
    /** A look at a whole loop now and then; every write is looked at anyway. */
    private static final int STEPS_A_LOOK = 200;

    private static final long STEPS_MAX = 20_000_000;
    /** For what ran under a lease of somebody who is gone, was cancelled to no avail, or waits for its next try. */
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(75);
    /** For requests of before to be answered, too. */
    private static final Duration ASKED_FOR = Duration.ofSeconds(20);
    /** A row that the store has refused rests so long. */
    private static final Duration PARKED = Duration.ofMinutes(5);

    /** @param faults laws that were broken; empty if none was */
    record Outcome(long seed, List<String> faults, long steps, long traceHash, Map<String, Long> events) {}

    private final long seed;
    private final World world;
    private long steps;

    private Simulation(long seed, Set<Mutation> without, boolean printed) {
        this.seed = seed;
        this.world = new World(seed, without, printed);
    }

    static Outcome run(long seed) {
        return run(seed, Set.of(), false);
    }

    static Outcome run(long seed, Set<Mutation> without, boolean printed) {
        return new Simulation(seed, without, printed).run();
    }

    private Outcome run() {
        world.timeline.remark(() -> "seed " + seed + " faults " + world.mix);
        int members = world.chance.between(MEMBERS_MIN, MEMBERS_MAX);
        for (int n = 0; n < members; n++) {
            world.startMember();
        }
        for (int n = 0; n < WORKERS; n++) {
            world.startWorker();
        }
        world.clients.begin();
        world.faults.begin();
        let(Duration.ofSeconds(world.chance.between(25, 70)));
        world.timeline.remark(() -> "calm");
        world.mix.calm();
        world.faults.heal();
        Instant calmSince = world.database.now();
        let(Duration.ofSeconds(5));
        world.clients.resumeAll();
        let(SETTLED_WITHIN);
        boolean refused = world.events.counts().containsKey("rejected run")
                || world.events.counts().containsKey("rejected job");
        if (refused) {
            let(PARKED.plusSeconds(30));
        }
        settled(calmSince);
        world.clients.resumeAll();
        let(ASKED_FOR);
        world.clients.stopAll();
        let(SETTLED_WITHIN);
        ended();
        return new Outcome(seed, world.violations.found(), steps, world.timeline.hash(), world.events.counts());
    }

    private void let(Duration span) {
        long end = world.agenda.nowMicros() + span.toNanos() / 1_000;
        try {
            while (world.violations.none() && world.agenda.step(end)) {
                if (++steps % STEPS_A_LOOK == 0) {
                    look();
                }
                world.violations.demand(steps < STEPS_MAX, "it does not come to an end");
            }
        } catch (RuntimeException | AssertionError e) {
            StackTraceElement[] stack = e.getStackTrace();
            world.violations.add("thrown: " + e + (stack.length == 0 ? "" : " at " + stack[0]));
        }
    }

    private void look() {
        List<SimMember> members = world.members();
        if (members.isEmpty()) {
            return;
        }
        SimMember member = members.get((int) (steps / STEPS_A_LOOK % members.size()));
        if (member.node.isUp()) {
            LoopLook.faultsOf(member.loop, member.time.now()).forEach(world.violations::add);
            if (SimSettings.isSmall(seed)) {
                LoopLook.tooMuchWaiting(member.loop, SimSettings.WAITING_MAX_SMALL)
                        .forEach(world.violations::add);
            }
        }
    }

    /** Whatever was owed when the calm began, and some time after that, has ended. */
    private void settled(Instant calmSince) {
        if (!world.violations.none()) {
            return;
        }
        for (Run run : world.database.rows.runs()) {
            boolean old = !run.eligibleAt().isAfter(calmSince);
            if (old && !run.state().terminal() && !isHeld(run)) {
                world.violations.add("left behind: " + run);
            }
        }
        Instant overdue = world.database.now().minusSeconds(10);
        for (Job job : world.database.rows.jobs()) {
            Instant due = job.nextDueAt();
            if (due != null && !due.isAfter(overdue)) {
                world.violations.add("not claimed: " + job);
            }
        }
    }

    /** A client may have asked for that after all. */
    private boolean isHeld(Run run) {
        return world.database
                .rows
                .job(run.jobId())
                .filter(job -> job.status() == JobStatus.HELD)
                .isPresent();
    }

    private void ended() {
        if (!world.violations.none()) {
            return;
        }
        world.database.rows.runs().stream()
                .filter(run -> !run.state().terminal())
                .forEach(run -> world.violations.add("left behind in the end: " + run));
        Ledger.faultsOf(world.database.rows).forEach(world.violations::add);
        world.clients.check();
        for (SimMember member : world.members()) {
            LoopAudit.faultsOf(member.loop, world.database.rows, member.time.now())
                    .forEach(fault -> world.violations.add("member " + member.id + ": " + fault));
            world.violations.demand(
                    member.mail.waiting() == 0, "member " + member.id + " waits for answers: " + member.mail.waiting());
            member.gateway.workers().forEach(this::isFree);
        }
        for (SimWorker worker : world.workers()) {
            world.violations.demand(
                    worker.isIdle() && worker.isConnected(),
                    "worker " + worker.node.name + " is still at something, or at no member");
        }
        world.violations.demand(world.leases.size() == 0, "leases left: " + world.leases.size());
    }

    private void isFree(ConnectedWorker worker) {
        world.violations.demand(
                worker.held() == 0 && worker.free() == worker.profile().slots(), "slots not given back: " + worker);
    }
}
