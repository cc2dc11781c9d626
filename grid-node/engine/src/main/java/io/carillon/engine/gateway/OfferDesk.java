package io.carillon.engine.gateway;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.gateway.OwnerLine.Question;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerSlot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs that owners on other members handed to this gateway: each waits for a free slot, then its owner is asked to start
 * it there. An offer is a hint, so one that waited too long or finds no room is forgotten; its owner offers it again.
 */
final class OfferDesk {

    static final int WAITING_MAX = 10_000;

    private record Waiting(Offer offer, long sinceNanos) {}

    private final Sessions sessions;
    private final OwnerLine owners;
    private final TimeSource time;
    private final long patienceNanos;
    private final UnderWay underWay;
    private final Consumer<List<Placed>> assign;
    private final GatewayEvents events;

    /** Everything below is touched by these tasks alone. */
    private final SerialTasks tasks = new SerialTasks();

    private final Map<Capability, Deque<Waiting>> waiting = new HashMap<>();
    private int waitingCount;

    OfferDesk(
            Sessions sessions,
            OwnerLine owners,
            GatewayPorts ports,
            Duration patience,
            UnderWay underWay,
            Consumer<List<Placed>> assign) {
        this.sessions = sessions;
        this.owners = owners;
        this.time = ports.time();
        this.patienceNanos = patience.toNanos();
        this.underWay = underWay;
        this.assign = assign;
        this.events = ports.events();
    }

    void offered(List<Offer> offers) {
        long now = time.nanos();
        tasks.run(() -> {
            Set<Capability> capabilities = new LinkedHashSet<>();
            int dropped = 0;
            for (Offer offer : offers) {
                if (waitingCount >= WAITING_MAX) {
                    dropped++;
                    continue;
                }
                waiting.computeIfAbsent(offer.capability(), any -> new ArrayDeque<>())
                        .add(new Waiting(offer, now));
                waitingCount++;
                capabilities.add(offer.capability());
            }
            if (dropped > 0) {
                events.offersDropped(dropped);
            }
            capabilities.forEach(this::serve);
        });
    }

    void slotsFree(Set<Capability> capabilities) {
        tasks.run(() -> capabilities.forEach(this::serve));
    }

    /** Forgets offers whose owners have taken them back by now. */
    void tick() {
        long now = time.nanos();
        tasks.run(() -> {
            for (Deque<Waiting> line : waiting.values()) {
                while (!line.isEmpty() && now - line.peek().sinceNanos() >= patienceNanos) {
                    line.remove();
                    waitingCount--;
                }
            }
            waiting.values().removeIf(Deque::isEmpty);
        });
    }

    private void serve(Capability capability) {
        Deque<Waiting> line = waiting.get(capability);
        if (line == null) {
            return;
        }
        List<WorkerSlot> slots = sessions.reserve(capability, line.size());
        List<Question> starts = new ArrayList<>(slots.size());
        for (WorkerSlot slot : slots) {
            Offer offer = line.remove().offer();
            waitingCount--;
            starts.add(new Question(
                    new RunCommand.Start(offer.runId(), slot.workerId(), time.now()),
                    Duration.ZERO,
                    reply -> answered(slot, offer, reply)));
        }
        if (line.isEmpty()) {
            waiting.remove(capability);
        }
        underWay.add(starts.stream().map(start -> start.command().runId()).toList());
        owners.ask(starts);
    }

    private void answered(WorkerSlot slot, Offer offer, RunReply reply) {
        if (reply instanceof RunReply.Granted granted) {
            assign.accept(List.of(new Placed(slot, granted.assignment())));
        } else {
            underWay.remove(offer.runId());
            sessions.release(List.of(slot));
        }
    }
}
