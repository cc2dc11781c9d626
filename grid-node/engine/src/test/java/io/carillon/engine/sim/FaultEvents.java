package io.carillon.engine.sim;

import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Faults that come from time to time, and what follows from them. */
final class FaultEvents {

    private final World world;
    private final Chance chance;
    private int repairs;

    FaultEvents(World world) {
        this.world = world;
        this.chance = world.chance.fork();
    }

    void begin() {
        for (Fault fault : Fault.values()) {
            if (fault.kind == Fault.Kind.EVENT) {
                next(fault);
            }
        }
    }

    private void next(Fault fault) {
        int seconds = world.mix.secondsUntil(fault);
        if (seconds < 0) {
            return;
        }
        world.agenda.after(Duration.ofSeconds(seconds).plus(chance.millis(0, 999)), () -> {
            if (!world.mix.isCalm()) {
                world.timeline.note("fault", fault);
                happen(fault);
                next(fault);
            }
        });
    }

    private void happen(Fault fault) {
        switch (fault) {
            case MEMBER_KILLED -> anyMember().forEach(this::memberKilled);
            case MEMBER_FROZEN -> anyMember().forEach(this::memberFrozen);
            case MEMBER_LEAVES -> anyMember().forEach(this::memberLeaves);
            case MEMBER_IN_MINORITY -> anyMember().forEach(this::memberInMinority);
            case ALL_KILLED -> allKilled();
            case SHARD_MOVED -> anyMember().forEach(to -> world.table.move(anyShard(), to, Duration.ZERO));
            case SHARD_MOVED_UNSEEN ->
                anyMember().forEach(to -> world.table.move(anyShard(), to, chance.millis(500, 20_000)));
            case EPOCH_STOLEN -> world.database.rows.steal(anyShard());
            case WORKER_KILLED -> anyWorker().forEach(this::workerKilled);
            case WORKER_FROZEN -> anyWorker().forEach(worker -> frozen(worker.node, 30_000));
            case STREAM_CUT -> anyStream().forEach(Stream::cut);
            case STREAM_SILENT -> anyStream().forEach(Stream::fallSilent);
            case STORE_AWAY -> {
                world.storeAway = true;
                world.agenda.after(chance.millis(50, 20_000), () -> world.storeAway = false);
            }
            case STORE_AWAY_FOR_ONE ->
                anyMember().forEach(member -> {
                    member.store.away(true);
                    world.agenda.after(chance.millis(50, 15_000), () -> member.store.away(false));
                });
            case LEASES_LOST -> world.leases.loseSome();
            case COUNTER_AWAY -> {
                world.counter.away(true);
                world.agenda.after(chance.millis(50, 15_000), () -> world.counter.away(false));
            }
            case COUNTER_RESET -> world.counter.reset();
            case CLOCK_STEPPED -> world.stepClock(Duration.ofMillis(chance.between(-4_000, 2_500)));
            case ROW_REFUSED -> rowRefused();
            case ROW_MOVED -> rowMoved();
            default -> throw new IllegalStateException("not an event: " + fault);
        }
    }

    /** Everything that was wrong is put right; what was lost is replaced. */
    void heal() {
        world.storeAway = false;
        world.counter.away(false);
        world.database.rows.rejectNothing();
        for (SimMember member : world.members()) {
            member.store.away(false);
            back(member);
        }
        world.workers().forEach(worker -> worker.node.thaw());
        for (int missing = 3 - world.members().size(); missing > 0; missing--) {
            world.startMember();
        }
        for (int missing = 3 - world.workers().size(); missing > 0; missing--) {
            world.startWorker();
        }
    }

    void workerKilled(SimWorker worker) {
        if (!worker.node.isDead()) {
            world.timeline.note("worker dies", worker.node.name);
            worker.kill();
            world.agenda.after(chance.millis(500, 8_000), world::startWorker);
        }
    }

    // ---- members

    private void memberKilled(SimMember member) {
        member.kill();
        suspect(member, 12_000);
        world.agenda.after(chance.millis(500, 15_000), world::startMember);
    }

    private void allKilled() {
        world.members().forEach(member -> {
            member.kill();
            world.table.leave(member);
            world.agenda.after(chance.millis(500, 5_000), world::startMember);
        });
        world.leases.clear();
        world.counter.reset();
        if (chance.oneIn(2)) {
            world.workers().forEach(this::workerKilled);
        }
    }

    private void memberFrozen(SimMember member) {
        frozen(member.node, 30_000);
        suspect(member, 12_000);
        world.agenda.after(Duration.ofSeconds(31), () -> back(member));
    }

    private void frozen(Node node, int mostMillis) {
        node.freeze();
        world.agenda.after(chance.millis(100, mostMillis), node::thaw);
    }

    /** Gives its shards and workers to others first. */
    private void memberLeaves(SimMember member) {
        member.leave();
        world.table.leave(member);
        world.agenda.after(chance.millis(1_000, 3_000), () -> member.node.run(() -> member.mayAct(false)));
        world.agenda.after(Duration.ofSeconds(4), member::kill);
        world.agenda.after(chance.millis(4_000, 12_000), world::startMember);
    }

    /** The others cannot hear it, and after a while each side knows. */
    private void memberInMinority(SimMember member) {
        member.node.isolate(true);
        suspect(member, 8_000);
        world.agenda.after(
                chance.millis(100, 10_000),
                () -> member.node.run(() -> {
                    if (member.node.isIsolated()) {
                        member.mayAct(false);
                    }
                }));
        world.agenda.after(chance.millis(2_000, 30_000), () -> back(member));
    }

    /** Unless it is heard of before, the others give it up. */
    private void suspect(SimMember member, int mostMillis) {
        world.agenda.after(chance.millis(500, mostMillis), () -> {
            if (!member.node.isUp() || member.node.isIsolated()) {
                world.table.leave(member);
            }
        });
    }

    private void back(SimMember member) {
        member.node.thaw();
        member.node.isolate(false);
        if (member.node.isDead() || member.isLeaving()) {
            return;
        }
        member.node.run(() -> member.mayAct(true));
        world.table.tell(member, chance.millis(0, 3_000));
        world.agenda.after(chance.millis(0, 3_000), () -> world.table.join(member));
    }

    // ---- rows

    private void rowRefused() {
        List<Run> runs = world.database.rows.runs();
        if (!runs.isEmpty() && chance.oneIn(2)) {
            world.database.rows.reject(chance.one(runs).id(), "told to");
        } else {
            world.database.rows.reject(chance.one(World.JOBS), "told to");
        }
        world.agenda.after(chance.millis(1_000, 10_000), world.database.rows::rejectNothing);
    }

    /** As a repair by hand would. */
    private void rowMoved() {
        UUID writeId = new UUID(7, repairs++);
        world.database
                .rows
                .job(chance.one(World.JOBS))
                .ifPresent(job -> world.database.rows.plant(repaired(job, writeId)));
    }

    private static Job repaired(Job job, UUID writeId) {
        return job.planned(job.plannedThrough(), job.nextNominalAt(), job.nextDueAt(), writeId);
    }

    // ---- draws: of none or one

    private int anyShard() {
        return chance.one(World.SHARDS);
    }

    private List<SimMember> anyMember() {
        List<SimMember> up = world.members().stream()
                .filter(member -> member.node.isUp() && !member.node.isIsolated())
                .toList();
        return up.isEmpty() ? up : List.of(chance.one(up));
    }

    private List<SimWorker> anyWorker() {
        List<SimWorker> workers = world.workers();
        return workers.isEmpty() ? workers : List.of(chance.one(workers));
    }

    private List<Stream> anyStream() {
        return anyWorker().stream()
                .map(SimWorker::stream)
                .filter(Objects::nonNull)
                .toList();
    }
}
