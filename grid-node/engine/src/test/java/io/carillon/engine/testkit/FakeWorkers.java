package io.carillon.engine.testkit;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Run;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.LocalWorkers;
import io.carillon.engine.port.Silent;
import io.carillon.engine.port.WorkerSlot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A gateway's workers: slots with names. What is pushed to them lies in {@link #assigned} until the test takes it; the
 * slot is free again when the test says so.
 */
public final class FakeWorkers implements LocalWorkers {

    private static final class Worker {
        final WorkerSlot slot;
        final Set<Capability> capabilities;
        int free;

        Worker(WorkerSlot slot, Set<Capability> capabilities, int free) {
            this.slot = slot;
            this.capabilities = capabilities;
            this.free = free;
        }
    }

    private final Map<WorkerSlot, Worker> workers = new LinkedHashMap<>();
    private final Map<Attempt, WorkerSlot> running = new HashMap<>();
    private final List<Placed> assigned = new ArrayList<>();
    private final List<Placed> homeless = new ArrayList<>();
    private final List<Attempt> revoked = new ArrayList<>();
    private final List<Attempt> cancelled = new ArrayList<>();
    private Consumer<Placed> onAssigned = assigned::add;
    private int reserved;
    private long lastSession;

    public WorkerSlot connect(String workerId, int slots, Capability... capabilities) {
        WorkerSlot slot = new WorkerSlot(workerId, ++lastSession);
        workers.put(slot, new Worker(slot, Set.of(capabilities), slots));
        return slot;
    }

    /** Whether one of them can run this, busy or not. */
    public boolean serve(Capability capability) {
        return workers.values().stream().anyMatch(worker -> worker.capabilities.contains(capability));
    }

    /** Its stream has closed: nothing can be pushed to it any more. */
    public void disconnect(WorkerSlot slot) {
        workers.remove(slot);
    }

    /** One of the worker's slots is free again. */
    public void free(WorkerSlot slot) {
        Worker worker = workers.get(slot);
        if (worker != null) {
            worker.free++;
        }
    }

    /** The worker is done with this attempt: its slot is free, if it still held one. */
    public void finished(RunId run, long fencingToken) {
        WorkerSlot slot = running.remove(new Attempt(run, fencingToken));
        if (slot != null) {
            free(slot);
        }
    }

    /** Who takes what is pushed, instead of {@link #assigned}. */
    public void onAssigned(Consumer<Placed> taker) {
        onAssigned = taker;
    }

    /** What was pushed since the last call. */
    public List<Assignment> takeAssigned() {
        List<Assignment> taken = assigned.stream().map(Placed::assignment).toList();
        assigned.clear();
        return taken;
    }

    /** What could not be pushed since the last call: the gateway hands it back. */
    public List<Assignment> takeHomeless() {
        List<Assignment> taken = homeless.stream().map(Placed::assignment).toList();
        homeless.clear();
        return taken;
    }

    /** Attempts that workers here were told to have lost; those held elsewhere are not among them. */
    public List<Attempt> revoked() {
        return revoked;
    }

    public List<Attempt> cancelled() {
        return cancelled;
    }

    /** Slots that were reserved and neither used nor released yet. */
    public int reserved() {
        return reserved;
    }

    public int free() {
        return workers.values().stream().mapToInt(worker -> worker.free).sum();
    }

    @Override
    public List<WorkerSlot> reserve(Capability capability, int most) {
        List<WorkerSlot> slots = new ArrayList<>();
        for (Worker worker : workers.values()) {
            while (worker.capabilities.contains(capability) && worker.free > 0 && slots.size() < most) {
                worker.free--;
                reserved++;
                slots.add(worker.slot);
            }
        }
        return slots;
    }

    @Override
    public void release(Collection<WorkerSlot> slots) {
        for (WorkerSlot slot : slots) {
            reserved--;
            free(slot);
        }
    }

    @Override
    public void assign(List<Placed> placed) {
        for (Placed one : placed) {
            reserved--;
            if (workers.containsKey(one.slot())) {
                Run run = one.assignment().run();
                running.put(new Attempt(run.id(), run.fencingToken()), one.slot());
                onAssigned.accept(one);
            } else {
                homeless.add(one);
            }
        }
    }

    @Override
    public List<Attempt> revoke(Collection<Attempt> attempts) {
        return tell(attempts, revoked);
    }

    @Override
    public List<Attempt> cancel(Collection<Attempt> attempts) {
        return tell(attempts, cancelled);
    }

    /** Says nothing: a test that wants an answer gives it itself. */
    @Override
    public void callRoll(Collection<Silent> attempts) {}

    private List<Attempt> tell(Collection<Attempt> attempts, List<Attempt> told) {
        attempts.stream().filter(running::containsKey).forEach(told::add);
        return attempts.stream()
                .filter(attempt -> !running.containsKey(attempt))
                .toList();
    }
}
