package io.carillon.engine.sim;

import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Outcome;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.gateway.HeldRun;
import io.carillon.engine.gateway.ReportedEnd;
import io.carillon.engine.gateway.ResultAck;
import io.carillon.engine.gateway.WorkerProfile;
import io.carillon.engine.gateway.WorkerSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker, as its runtime behaves: it confirms, asks for its leases by its own clock, stops what may lose its lease,
 * repeats ends until they are acknowledged, and connects elsewhere with what it holds.
 */
final class SimWorker {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration WELCOME_PATIENCE = Duration.ofSeconds(2);

    final Node node;
    final WorkerProfile profile;
    private final World world;
    private final Chance chance;
    private final WorkerLeases leases;
    private final Handlers handlers;
    private final long heartbeatNanos;
    private final Map<RunId, Work> works = new LinkedHashMap<>();
    private final ResultOutbox outbox;
    private @Nullable Stream stream;
    private boolean open;
    private long heartbeatAtNanos;

    SimWorker(World world, Node node, WorkerProfile profile) {
        this.world = world;
        this.node = node;
        this.profile = profile;
        this.chance = world.chance.fork();
        this.leases = new WorkerLeases(world.settings.leases().duration(), World.ACCEPT_LEASE);
        this.outbox = new ResultOutbox(!world.without(Mutation.RESEND_RESULTS));
        this.handlers = new Handlers(world, this);
        this.heartbeatNanos = world.settings.leases().duration().toNanos() / 3;
    }

    void begin() {
        connect();
        node.repeat(LOOK, this::look);
    }

    @Nullable
    Stream stream() {
        return stream;
    }

    boolean isIdle() {
        return works.isEmpty() && outbox.runs().isEmpty();
    }

    boolean isConnected() {
        return open;
    }

    void kill() {
        node.kill();
        if (stream != null) {
            stream.workerDied();
        }
    }

    // ---- the stream

    private void connect() {
        List<SimMember> known = world.members();
        if (known.isEmpty()) {
            node.after(Duration.ofMillis(500), this::connect);
            return;
        }
        Stream opened = new Stream(world, this, chance.one(known));
        stream = opened;
        open = false;
        opened.open(held());
        node.after(WELCOME_PATIENCE, () -> {
            if (stream == opened && !open) {
                opened.abandoned();
                disconnected(opened);
            }
        });
    }

    void hear(Stream from, Runnable message) {
        if (from == stream) {
            message.run();
        }
    }

    void welcome(Stream from) {
        open = from == stream;
        heartbeatAtNanos = node.nanos();
        outbox.connected();
        look();
    }

    void disconnected(Stream from) {
        if (from == stream) {
            stream = null;
            open = false;
            leases.disconnected();
            node.after(chance.millis(1, 400), () -> {
                if (stream == null) {
                    connect();
                }
            });
        }
    }

    void sentAway() {
        Stream old = stream;
        if (old != null) {
            old.abandoned();
            disconnected(old);
        }
    }

    // ---- what the gateway says

    void assigned(List<Assignment> assignments) {
        List<HeldRun> accepted = new ArrayList<>();
        List<HeldRun> refused = new ArrayList<>();
        for (Assignment assignment : assignments) {
            HeldRun key = new HeldRun(
                    assignment.run().id(),
                    assignment.run().jobId(),
                    assignment.run().fencingToken());
            Work held = works.get(key.runId());
            if (held != null && held.key.fencingToken() >= key.fencingToken()) {
                continue;
            }
            if (held == null && works.size() >= profile.slots()) {
                refused.add(key);
                continue;
            }
            if (held != null) {
                held.stopped = true;
            }
            Work work = new Work(key, world.agenda.nowMicros(), node.nanos(), leases.nextSequence());
            works.put(key.runId(), work);
            accepted.add(key);
            handlers.begin(work);
        }
        if (!accepted.isEmpty() && !chance.oneIn(40)) {
            say(session -> session.accepted(accepted));
        }
        if (!refused.isEmpty()) {
            say(session -> session.handBack(refused));
        }
    }

    void cancelled(HeldRun run) {
        Work work = find(run);
        if (work != null) {
            handlers.cancel(work);
        } else if (!outbox.runs().contains(run)) {
            say(session -> session.handBack(List.of(run)));
        }
    }

    void revoked(HeldRun run) {
        Work work = find(run);
        if (work != null) {
            drop(work);
        }
    }

    void acknowledged(ResultAck ack) {
        outbox.acknowledged(ack.run());
    }

    void renewed(long sequence) {
        world.timeline.remark(() -> node.name + " renewed " + sequence);
        leases.acknowledged(sequence);
    }

    void renewedInPart(long sequence, List<HeldRun> notRenewed) {
        Long sent = leases.answeredInPart(sequence);
        if (sent != null) {
            works.values().stream()
                    .filter(work -> sequence >= work.firstSequence && !notRenewed.contains(work.key))
                    .forEach(work -> work.renewedNanos = Math.max(work.renewedNanos, sent));
        }
    }

    // ---- what handlers say

    void ended(Work work, Outcome outcome) {
        if (works.remove(work.key.runId(), work)) {
            outbox.add(new ReportedEnd(work.key, outcome));
            sendResults();
        }
    }

    void givenBack(Work work) {
        if (works.remove(work.key.runId(), work)) {
            say(session -> session.handBack(List.of(work.key)));
        }
    }

    boolean holds(Work work) {
        return works.get(work.key.runId()) == work;
    }

    /** Its work at this attempt, if by its own clock it still has the right to it. */
    @Nullable
    Work rightfully(RunId run, long token) {
        Work work = works.get(run);
        boolean has = work != null
                && work.key.fencingToken() == token
                && !work.stopped
                && node.isUp()
                && !leases.isEnding(work, node.nanos());
        return has ? work : null;
    }

    // ---- by itself

    private void look() {
        long now = node.nanos();
        if (!world.without(Mutation.SELF_FENCING)) {
            for (Work work : List.copyOf(works.values())) {
                if (!work.stopped && leases.isEnding(work, now)) {
                    handlers.leaseEnds(work);
                }
            }
        }
        Stream current = stream;
        if (!open || current == null) {
            return;
        }
        if (leases.isSilent()) {
            current.abandoned();
            disconnected(current);
            return;
        }
        if (now - heartbeatAtNanos >= 0 || wantsEarlyHeartbeat(now)) {
            heartbeatAtNanos = now + heartbeatNanos;
            long sequence = leases.sent(now);
            List<HeldRun> held = held();
            world.timeline.remark(() -> node.name + " heartbeat " + sequence + " runs " + held.size());
            say(session -> session.heartbeat(sequence, held));
        }
        sendResults();
    }

    private boolean wantsEarlyHeartbeat(long now) {
        long after = World.ACCEPT_LEASE.toNanos() / 10 * 3;
        return works.values().stream()
                .anyMatch(work -> !leases.isRenewed(work)
                        && leases.nextSequence() == work.firstSequence
                        && now - work.receivedNanos >= after);
    }

    private void sendResults() {
        if (!open) {
            return;
        }
        List<ReportedEnd> due = outbox.take(node.nanos());
        if (!due.isEmpty()) {
            say(session -> session.results(due));
        }
    }

    private void drop(Work work) {
        work.stopped = true;
        works.remove(work.key.runId(), work);
    }

    private @Nullable Work find(HeldRun run) {
        Work work = works.get(run.runId());
        return work != null && work.key.equals(run) ? work : null;
    }

    private List<HeldRun> held() {
        List<HeldRun> held = new ArrayList<>();
        works.values().forEach(work -> held.add(work.key));
        held.addAll(outbox.runs());
        return held;
    }

    private void say(Consumer<WorkerSession> words) {
        Stream current = stream;
        if (current != null) {
            current.say(words);
        }
    }
}
