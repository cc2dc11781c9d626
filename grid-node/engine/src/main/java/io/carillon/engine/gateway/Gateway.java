package io.carillon.engine.gateway;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.gateway.OwnerLine.Question;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.LocalWorkers;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.port.Silent;
import io.carillon.engine.port.WorkerSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The workers connected to this member. Between them and the owners of runs it carries starts, confirmations, heartbeats
 * and results, in batches; it decides nothing about a run.
 *
 * <p>Thread-safe and without a thread: {@link #tick} drives what depends on time.
 */
public final class Gateway implements LocalWorkers {

    /** How often {@link #tick} wants to be called. */
    public static final Duration TICK = Duration.ofMillis(50);

    private static final Duration HAND_BACK_PATIENCE = Duration.ofMinutes(1);
    private static final long WAKE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Sessions sessions;
    private final OwnerLine owners;
    private final Heartbeats heartbeats;
    private final OfferDesk offers;
    private final NoteDesk notes;
    private final CheckpointDesk checkpoints;
    private final CreditFeed credits;
    private final UnderWay underWay = new UnderWay();
    private final Ownership ownership;
    private final TimeSource time;
    private final GatewayEvents events;
    private long wokenAtNanos;

    public Gateway(GatewayPorts ports, GatewaySettings settings) {
        this.sessions = new Sessions(ports.credits(), ports.time());
        this.owners = new OwnerLine(ports.owners(), ports.time());
        this.heartbeats = new Heartbeats(sessions, owners, ports, settings.leaseDuration());
        this.offers = new OfferDesk(sessions, owners, ports, settings.handOffTimeout(), underWay, this::assign);
        this.notes = new NoteDesk(sessions, ports);
        this.checkpoints = new CheckpointDesk(ports.notes(), underWay, this::push, this::giveBack);
        this.credits = new CreditFeed(sessions, ports.credits(), ports.time());
        this.ownership = ports.ownership();
        this.time = ports.time();
        this.events = ports.events();
        this.wokenAtNanos = time.nanos();
        sessions.onFreeSlots(offers::slotsFree);
    }

    /**
     * Registers the loops' wake-up: called, on any thread and without a lock, with the capabilities for which {@link
     * #reserve} fell short and slots have become free since.
     */
    public void onFreeSlots(Consumer<Set<Capability>> listener) {
        sessions.onFreeSlots(listener);
    }

    /**
     * A worker has opened a stream; an older stream of the same worker ends.
     *
     * @param held what it holds from an earlier stream
     * @return empty while this member may not act: the worker should try another one
     */
    public Optional<WorkerSession> connect(WorkerProfile profile, List<HeldRun> held, Push push) {
        if (!ownership.mayAct()) {
            return Optional.empty();
        }
        SessionSlots session = sessions.open(profile, held, push);
        heartbeats.verify(session, held);
        return Optional.of(new WorkerSession(session, sessions, owners, heartbeats, notes, time, events));
    }

    /** Runs that owners on other members have handed to this one. */
    public void offered(List<Offer> handedOff) {
        offers.offered(handedOff);
    }

    /**
     * An owner on another member says that these attempts must stop, if a worker here holds them.
     *
     * @param lost true: their leases are lost; false: their runs were cancelled
     */
    public void stop(Collection<Attempt> attempts, boolean lost) {
        List<Attempt> unknown = lost ? sessions.revoke(attempts) : sessions.cancel(attempts);
        if (lost) {
            events.revoked(attempts.size() - unknown.size());
        }
    }

    /**
     * An owner asks after these attempts. It hears of those that a worker of this gateway has confirmed, and of those that it did
     * not hold when it connected, if that was after their start.
     */
    @Override
    public void callRoll(Collection<Silent> attempts) {
        List<Question> answers = new ArrayList<>();
        for (Silent attempt : attempts) {
            // Before the session, which an attempt that is under way comes to next.
            if (underWay.contains(attempt.runId())) {
                continue;
            }
            HeldRun run = new HeldRun(attempt.runId(), attempt.jobId(), attempt.fencingToken());
            switch (sessions.presence(attempt.workerId(), run, attempt.startedAt())) {
                case CONFIRMED ->
                    answers.add(
                            answer(new RunCommand.Held(attempt.runId(), attempt.fencingToken(), attempt.workerId())));
                case NOT_HELD -> answers.add(answer(new RunCommand.HandBack(attempt.runId(), attempt.fencingToken())));
                case UNCERTAIN, NOT_HERE -> {}
            }
        }
        owners.ask(answers);
    }

    /** Whoever asked will ask again. */
    private static Question answer(RunCommand command) {
        return new Question(command, Duration.ZERO, reply -> {});
    }

    /** To be called every {@link #TICK} or so, by one thread. */
    public void tick() {
        if (!ownership.mayAct()) {
            sessions.closeAll("this member may not act");
        }
        owners.tick();
        offers.tick();
        credits.tick();
        notes.tick();
        if (time.nanos() - wokenAtNanos >= WAKE_NANOS) {
            wokenAtNanos = time.nanos();
            sessions.wakeAllWhoWait();
        }
    }

    /** No new work from now on; workers are asked to connect elsewhere and keep what they hold. */
    public void sendAway(String reason) {
        sessions.sendAway(reason);
    }

    /** Ends all streams. */
    public void closeAll(String reason) {
        sessions.closeAll(reason);
    }

    public List<ConnectedWorker> workers() {
        return sessions.workers();
    }

    @Override
    public List<WorkerSlot> reserve(Capability capability, int most) {
        return sessions.reserve(capability, most);
    }

    @Override
    public void release(Collection<WorkerSlot> slots) {
        sessions.release(slots);
    }

    @Override
    public void assign(List<Placed> placed) {
        checkpoints.assign(placed);
    }

    private void push(List<Placed> placed) {
        List<Placed> homeless = sessions.assign(placed);
        placed.forEach(one -> underWay.remove(one.assignment().run().id()));
        handBack(homeless);
    }

    private void giveBack(List<Placed> placed) {
        sessions.release(placed.stream().map(Placed::slot).toList());
        placed.forEach(one -> underWay.remove(one.assignment().run().id()));
        handBack(placed);
    }

    private void handBack(List<Placed> placed) {
        owners.ask(placed.stream()
                .map(one -> one.assignment().run())
                .map(run -> new Question(
                        new RunCommand.HandBack(run.id(), run.fencingToken()), HAND_BACK_PATIENCE, reply -> {}))
                .toList());
    }

    @Override
    public List<Attempt> revoke(Collection<Attempt> attempts) {
        return sessions.revoke(attempts);
    }

    @Override
    public List<Attempt> cancel(Collection<Attempt> attempts) {
        return sessions.cancel(attempts);
    }
}
