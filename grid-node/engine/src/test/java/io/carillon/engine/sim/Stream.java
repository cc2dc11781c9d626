package io.carillon.engine.sim;

import io.carillon.engine.command.Assignment;
import io.carillon.engine.gateway.CheckpointAck;
import io.carillon.engine.gateway.HeldRun;
import io.carillon.engine.gateway.Push;
import io.carillon.engine.gateway.ResultAck;
import io.carillon.engine.gateway.WorkerSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker's stream to a gateway: in order both ways, until it is cut, or falls silent and is found out later. */
final class Stream implements Push {

    private static final Duration KEEPALIVE = Duration.ofSeconds(10);

    final SimMember member;
    private final World world;
    private final SimWorker worker;
    private final Chance chance;
    private @Nullable WorkerSession session;
    private boolean silent;
    private long lastToWorker;
    private long lastToMember;

    Stream(World world, SimWorker worker, SimMember member) {
        this.world = world;
        this.worker = worker;
        this.member = member;
        this.chance = world.chance.fork();
    }

    /** The worker says who it is, and what it holds. */
    void open(List<HeldRun> held) {
        toMember(() -> {
            Optional<WorkerSession> opened = member.gateway.connect(worker.profile, held, this);
            session = opened.orElse(null);
            toWorker(opened.isPresent() ? () -> worker.welcome(this) : () -> worker.disconnected(this));
        });
    }

    /** Something the worker says; lost if the stream has ended. */
    void say(Consumer<WorkerSession> words) {
        toMember(() -> {
            if (session != null) {
                words.accept(session);
            }
        });
    }

    /** Both ends hear of it soon. */
    void cut() {
        silent = true;
        endAtMember(chance.millis(1, 50));
        endAtWorker(chance.millis(1, 50));
    }

    /** Nothing gets through any more; the member finds out by itself, and so does the worker. */
    void fallSilent() {
        silent = true;
        endAtMember(KEEPALIVE);
    }

    /** The worker has turned to another one. */
    void abandoned() {
        silent = true;
        endAtMember(chance.oneIn(2) ? chance.millis(1, 50) : KEEPALIVE);
    }

    void workerDied() {
        abandoned();
    }

    void memberDied() {
        silent = true;
        if (chance.oneIn(2)) {
            endAtWorker(chance.millis(1, 50));
        }
    }

    // ---- what the gateway says

    @Override
    public void assign(List<Assignment> assignments) {
        assignments.forEach(world.laws::pushed);
        toWorker(() -> worker.assigned(assignments));
    }

    @Override
    public void cancel(HeldRun run) {
        toWorker(() -> worker.cancelled(run));
    }

    @Override
    public void revoke(HeldRun run) {
        if (!world.without(Mutation.RENEW_ONLY_OWN_AND_REVOKE)) {
            toWorker(() -> worker.revoked(run));
        }
    }

    @Override
    public void acknowledge(ResultAck ack) {
        world.laws.acknowledged(ack);
        toWorker(() -> worker.acknowledged(ack));
    }

    @Override
    public void checkpointed(CheckpointAck ack) {}

    @Override
    public void renewed(long sequence) {
        toWorker(() -> worker.renewed(sequence));
    }

    @Override
    public void renewedInPart(long sequence, List<HeldRun> notRenewed) {
        toWorker(() -> worker.renewedInPart(sequence, notRenewed));
    }

    @Override
    public void goAway(String reason) {
        toWorker(worker::sentAway);
    }

    @Override
    public void close(String reason) {
        silent = true;
        endAtWorker(chance.millis(1, 50));
    }

    private void endAtMember(Duration delay) {
        world.agenda.after(
                delay,
                () -> member.node.run(() -> {
                    if (session != null) {
                        session.closed();
                        session = null;
                    }
                }));
    }

    private void endAtWorker(Duration delay) {
        world.agenda.after(delay, () -> worker.node.run(() -> worker.disconnected(this)));
    }

    private void toWorker(Runnable message) {
        if (silent) {
            return;
        }
        lastToWorker = Math.max(lastToWorker, world.agenda.nowMicros() + tripMicros());
        at(lastToWorker, () -> worker.node.run(() -> worker.hear(this, message)));
    }

    private void toMember(Runnable message) {
        if (silent || worker.node.isDead()) {
            return;
        }
        lastToMember = Math.max(lastToMember, world.agenda.nowMicros() + tripMicros());
        at(lastToMember, () -> member.node.run(message));
    }

    /** What is under way when the stream falls silent is lost. */
    private void at(long micros, Runnable arrival) {
        world.agenda.after(Duration.ofNanos((micros - world.agenda.nowMicros()) * 1_000), () -> {
            if (!silent) {
                arrival.run();
            }
        });
    }

    private long tripMicros() {
        return chance.between(100, world.mix.hits(Fault.MAIL_LATE) ? 1_500_000 : 2_000);
    }
}
