package io.carillon.engine.shard;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.dispatch.ReadyEntry;
import io.carillon.domain.id.RunId;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.store.RowOutcome;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Fences;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From ready to running. Where a worker of this member has a free slot, the run is started for it at once; else its id
 * goes to a gateway that has credit, and that gateway asks for the start.
 *
 * <p>A start raises the attempt and the token and grants the accept lease; the assignment leaves only after that is
 * durable.
 */
final class Starts {

    private static final Logger log = LoggerFactory.getLogger(Starts.class);
    private static final RowOutcome.Kind OVER_LIMIT = RowOutcome.Kind.OVER_MAX_RUNNING;

    private final LoopContext loop;
    private final LiveRuns runs;
    private final RunWrites writes;
    private final LeaseWatch leases;
    private final RollCall rollCall;
    private final List<Placed> placed = new ArrayList<>();
    private final List<WorkerSlot> unused = new ArrayList<>();

    Starts(LoopContext loop, LiveRuns runs, RunWrites writes, LeaseWatch leases, RollCall rollCall) {
        this.loop = loop;
        this.runs = runs;
        this.writes = writes;
        this.leases = leases;
        this.rollCall = rollCall;
    }

    /** Hands out what is ready, as far as slots, credits, tokens and the write path go. */
    void dispatch(Instant now) {
        if (loop.ready.size() == 0
                || !loop.ports.ownership().mayAct()
                || !loop.gate.open(now)
                || !loop.ports.fences().atHand()) {
            return;
        }
        int room = loop.settings.bounds().batchMax() * (loop.settings.bounds().runBatchesOutstandingMax() + 1)
                - writes.waiting();
        for (Capability capability : loop.ready.capabilities()) {
            if (room <= 0) {
                return;
            }
            if (!loop.atLimit.none() && loop.ready.peek(capability, loop.atLimit::mayTry) == null) {
                // Only owners at their limit: no slot need be taken and given back.
                continue;
            }
            room -= startHere(capability, Math.min(room, loop.ready.size(capability)), now);
            offerElsewhere(capability, now);
        }
    }

    /** Pushes what became durable since the last call. */
    void flush() {
        if (!placed.isEmpty()) {
            List<Placed> pushed = List.copyOf(placed);
            placed.clear();
            loop.ports.workers().assign(pushed);
        }
        if (!unused.isEmpty()) {
            List<WorkerSlot> released = List.copyOf(unused);
            unused.clear();
            loop.ports.workers().release(released);
        }
    }

    /** A gateway of another member has a slot for this run. */
    void requested(RunSlot slot, String workerId, Consumer<RunReply> replyTo) {
        Instant now = loop.now();
        if (!slot.isWaiting() || slot.held || slot.rejections.parked() || slot.notBefore.isAfter(now)) {
            replyTo.accept(new RunReply.NotGranted());
            return;
        }
        if (!loop.ports.ownership().mayAct() || !loop.gate.open(now)) {
            replyTo.accept(new RunReply.NotGranted());
            // That gateway has forgotten it now; the dispatch goes on when this member may.
            runs.place(slot);
            return;
        }
        if (!runs.isItsTurn(slot)) {
            replyTo.accept(new RunReply.NotGranted());
            runs.place(slot);
            return;
        }
        long token = loop.ports.fences().next(slot.run.fencingToken());
        if (token == Fences.NONE) {
            replyTo.accept(new RunReply.NotGranted());
            runs.place(slot);
            return;
        }
        if (!(decide(slot, workerId, token, now) instanceof Moved moved)) {
            replyTo.accept(new RunReply.NotGranted());
            return;
        }
        runs.takeOut(slot);
        writes.submit(slot, moved, new RunWrites.Then() {
            @Override
            public void durable(Moved started) {
                started(slot);
                replyTo.accept(new RunReply.Granted(assignment(slot, started)));
            }

            @Override
            public void durableForAnother(Moved started) {
                if (isWorthGiving(started)) {
                    replyTo.accept(new RunReply.Granted(assignment(slot, started)));
                } else {
                    refused(RowOutcome.EPOCH_LOST);
                }
            }

            @Override
            public void refused(RowOutcome outcome) {
                placeIfOverLimit(slot, outcome);
                replyTo.accept(new RunReply.NotGranted());
            }
        });
    }

    private int startHere(Capability capability, int most, Instant now) {
        List<WorkerSlot> slots = loop.ports.workers().reserve(capability, most);
        int used = 0;
        for (WorkerSlot worker : slots) {
            if (!startNext(capability, worker, now)) {
                break;
            }
            used++;
        }
        if (used < slots.size()) {
            unused.addAll(slots.subList(used, slots.size()));
        }
        return used;
    }

    /** Starts the next ready run that can start; false if there is none, or no token for it yet. */
    private boolean startNext(Capability capability, WorkerSlot worker, Instant now) {
        // Each at most once: one that is put back, its time gone back, must not be met again.
        for (int left = loop.ready.size(capability); left > 0; left--) {
            ReadyEntry<RunId> entry = loop.ready.poll(capability, loop.atLimit::mayTry);
            if (entry == null) {
                return false;
            }
            RunSlot slot = runs.find(entry.key());
            if (slot == null) {
                continue;
            }
            slot.inReady = false;
            if (!runs.isItsTurn(slot)) {
                runs.place(slot);
                continue;
            }
            long token = loop.ports.fences().next(slot.run.fencingToken());
            if (token == Fences.NONE) {
                slot.inReady = loop.ready.add(entry);
                return false;
            }
            if (decide(slot, worker.workerId(), token, now) instanceof Moved moved) {
                loop.atLimit.tried(slot.run.ownerId());
                write(slot, moved, worker);
                return true;
            }
            runs.place(slot);
        }
        return false;
    }

    private void write(RunSlot slot, Moved moved, WorkerSlot worker) {
        writes.submit(slot, moved, new RunWrites.Then() {
            @Override
            public void durable(Moved started) {
                started(slot);
                placed.add(new Placed(worker, assignment(slot, started)));
            }

            @Override
            public void durableForAnother(Moved started) {
                if (isWorthGiving(started)) {
                    placed.add(new Placed(worker, assignment(slot, started)));
                } else {
                    refused(RowOutcome.EPOCH_LOST);
                }
            }

            @Override
            public void refused(RowOutcome outcome) {
                placeIfOverLimit(slot, outcome);
                unused.add(worker);
            }
        });
    }

    private void offerElsewhere(Capability capability, Instant now) {
        int credit = Math.min(loop.ports.handOff().credit(capability), loop.ready.size(capability));
        if (credit <= 0) {
            return;
        }
        List<RunSlot> slots = new ArrayList<>();
        List<Offer> offers = new ArrayList<>();
        while (offers.size() < credit) {
            ReadyEntry<RunId> entry = loop.ready.poll(capability, loop.atLimit::mayTry);
            if (entry == null) {
                break;
            }
            RunSlot slot = runs.find(entry.key());
            if (slot != null) {
                slot.inReady = false;
                loop.atLimit.tried(slot.run.ownerId());
                slots.add(slot);
                offers.add(new Offer(slot.run.id(), slot.run.jobId(), capability));
            }
        }
        List<String> takers = offer(capability, offers);
        for (int i = 0; i < slots.size(); i++) {
            if (takers.get(i).isEmpty()) {
                runs.place(slots.get(i));
            } else {
                runs.handedOff(slots.get(i), takers.get(i), now);
            }
        }
    }

    private List<String> offer(Capability capability, List<Offer> offers) {
        try {
            return loop.ports.handOff().offer(capability, offers);
        } catch (RuntimeException e) {
            // They are out of the ready order: lost unless they are put back.
            log.warn("runs could not be offered n={}", offers.size(), e);
            return Collections.nCopies(offers.size(), "");
        }
    }

    /** It keeps its place: since when it waits has not changed. */
    private void placeIfOverLimit(RunSlot slot, RowOutcome outcome) {
        if (outcome.kind() == OVER_LIMIT) {
            runs.place(slot);
        }
    }

    private Decision decide(RunSlot slot, String workerId, long token, Instant now) {
        RunEvent start = new RunEvent.Start(
                workerId, token, now.plus(loop.settings.leases().accept()), slot.startBefore());
        return RunTransitions.decide(slot.run, start, now, RetryPolicy.DEFAULT, 0, loop.newId());
    }

    private void started(RunSlot slot) {
        slot.confirmation = Confirmation.NONE;
        slot.neverConfirmed = true;
        slot.readySince = null;
        slot.takenInAt = null;
        leases.watch(slot);
        rollCall.started(slot);
        Instant startedAt = Objects.requireNonNull(slot.run.startedAt());
        loop.ports.events().started(slot.run.pool(), Duration.between(slot.run.eligibleAt(), startedAt));
    }

    /**
     * A start that was written just before its shard left: the next owner finds the attempt running, and its worker's word decides
     * there. Kept back it would be missed for a whole lease.
     */
    private boolean isWorthGiving(Moved started) {
        Instant leaseEnd = started.run().leaseExpiresAt();
        return loop.ports.ownership().mayAct() && leaseEnd != null && leaseEnd.isAfter(loop.now());
    }

    private Assignment assignment(RunSlot slot, Moved started) {
        return new Assignment(
                started.run(),
                slot.definition.name(),
                slot.definition.handler(),
                slot.payload,
                slot.definition.http(),
                slot.definition.timeout(),
                loop.settings.leases().duration());
    }
}
