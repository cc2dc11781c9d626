package io.carillon.engine.gateway;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.engine.port.WorkerGroup;
import io.carillon.engine.port.WorkerSlot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which session can run what, and how many slots it has free. Pure accounting: no clock, thread or stream.
 *
 * <p>Slots go round robin over the sessions that can run the capability: those that registered the handler, or, where
 * nobody in the grid did, those that take any. Whoever asked for more slots than there were is remembered and told of the
 * next free one ({@link #takeServable}). Not thread-safe.
 */
final class SlotBook {

    /** Rings kept; beyond it all are dropped and made anew, which is cheap. */
    private static final int RINGS_MAX = 10_000;

    private static final class Ring {
        final List<SessionSlots> registered = new ArrayList<>();
        final List<SessionSlots> anyHandler = new ArrayList<>();
        int next;
    }

    private final Predicate<Capability> registeredElsewhere;
    private final Map<Long, SessionSlots> sessions = new LinkedHashMap<>();
    private final Map<String, SessionSlots> byWorker = new HashMap<>();
    private final Map<Capability, Ring> rings = new HashMap<>();
    /** Bounded by those who ask: they hold bounded numbers of runs, and {@link #takeWanted} empties it. */
    private final Set<Capability> wanted = new LinkedHashSet<>();

    private final Set<SessionSlots> freed = new LinkedHashSet<>();
    private long changes;

    SlotBook(Predicate<Capability> registeredElsewhere) {
        this.registeredElsewhere = registeredElsewhere;
    }

    /**
     * A worker has connected.
     *
     * @param held what it holds from an earlier stream
     * @return the worker's older session, which has ended by this
     */
    @Nullable
    SessionSlots open(SessionSlots session, Collection<HeldRun> held) {
        SessionSlots older = byWorker.get(session.profile().workerId());
        if (older != null) {
            close(older.id());
        }
        if (sessions.putIfAbsent(session.id(), session) != null) {
            throw new IllegalStateException("session " + session.id() + " is open");
        }
        byWorker.put(session.profile().workerId(), session);
        held.forEach(session::adopt);
        rings.clear();
        gained(session);
        return older;
    }

    /** What the session held or reserved goes with it. No effect if it has ended. */
    void close(long sessionId) {
        SessionSlots session = sessions.remove(sessionId);
        if (session == null) {
            return;
        }
        byWorker.remove(session.profile().workerId());
        freed.remove(session);
        rings.clear();
        changes++;
        // Its handlers may now fall to sessions that take any.
        sessions.values().stream().filter(other -> other.profile().anyHandler()).forEach(this::gained);
    }

    /** The worker can hold this many for now. */
    void capacity(SessionSlots session, int slots) {
        session.capacity(slots);
        gained(session);
    }

    /** No new work for this session. */
    void drain(long sessionId) {
        SessionSlots session = sessions.get(sessionId);
        if (session != null) {
            session.drain();
            changes++;
        }
    }

    @Nullable
    SessionSlots session(long sessionId) {
        return sessions.get(sessionId);
    }

    @Nullable
    SessionSlots sessionOf(String workerId) {
        return byWorker.get(workerId);
    }

    /** Up to {@code most} slots, spread evenly over the sessions that have some. */
    List<WorkerSlot> reserve(Capability capability, int most) {
        Ring ring = ring(capability);
        List<SessionSlots> able = able(capability, ring);
        List<WorkerSlot> slots = new ArrayList<>();
        int withoutSlot = 0;
        while (slots.size() < most && withoutSlot < able.size()) {
            ring.next = ring.next + 1 < able.size() ? ring.next + 1 : 0;
            SessionSlots session = able.get(ring.next);
            if (session.reserve()) {
                slots.add(session.slot());
                withoutSlot = 0;
            } else {
                withoutSlot++;
            }
        }
        if (!slots.isEmpty()) {
            changes++;
        }
        if (slots.size() < most) {
            wanted.add(capability);
        }
        return slots;
    }

    /** A reserved slot is free again; its session may have ended meanwhile. */
    void release(WorkerSlot slot) {
        SessionSlots session = sessions.get(slot.sessionId());
        if (session != null) {
            session.release();
            gained(session);
        }
    }

    /**
     * A reserved slot becomes a held one.
     *
     * @return an older attempt of the same run that the session held: its lease is lost, its slot free
     */
    @Nullable
    HeldRun assign(SessionSlots session, HeldRun run) {
        int freeBefore = session.free();
        HeldRun older = session.assign(run);
        if (session.free() > freeBefore) {
            gained(session);
        }
        return older;
    }

    /** The worker holds this attempt, by its owner's word. */
    void adopt(SessionSlots session, HeldRun run) {
        session.adopt(run);
        changes++;
    }

    /** The slot of this very attempt becomes free; false if the session does not hold it. */
    boolean end(SessionSlots session, HeldRun run) {
        boolean ended = session.end(run);
        if (ended) {
            gained(session);
        }
        return ended;
    }

    /** The lease of this very attempt is lost; see {@link SessionSlots#lose}. */
    void lose(SessionSlots session, HeldRun run) {
        if (session.lose(run)) {
            gained(session);
        }
    }

    /** The worker has said something, whatever it was. */
    void heard(SessionSlots session) {
        if (session.heard()) {
            gained(session);
        }
    }

    /** The worker says that this attempt has ended. */
    void report(SessionSlots session, HeldRun run) {
        session.reported(run);
        end(session, run);
    }

    /** Attempts that the worker has forgotten free their slots; see {@link SessionSlots#heartbeat}. */
    void heartbeat(SessionSlots session, Set<RunId> said) {
        if (!session.heartbeat(said).isEmpty()) {
            gained(session);
        }
    }

    /** No effect if the session has ended. */
    private void gained(SessionSlots session) {
        if (sessions.get(session.id()) == session) {
            changes++;
            freed.add(session);
        }
    }

    /** The attempts of this run that sessions hold; more than one if a worker has not heard yet that it lost one. */
    List<Holder> holdersOf(RunId runId) {
        List<Holder> holders = new ArrayList<>(1);
        for (SessionSlots session : sessions.values()) {
            HeldRun run = session.heldOf(runId);
            if (run != null) {
                holders.add(new Holder(session, run));
            }
        }
        return holders;
    }

    record Holder(SessionSlots session, HeldRun run) {}

    /** Capabilities that were short of slots and for which some have become free since the last call. */
    Set<Capability> takeServable() {
        if (wanted.isEmpty() || freed.isEmpty()) {
            freed.clear();
            return Set.of();
        }
        Set<Capability> servable = new LinkedHashSet<>();
        for (SessionSlots session : freed) {
            if (session.free() > 0) {
                addServable(session, servable);
            }
        }
        freed.clear();
        wanted.removeAll(servable);
        return servable;
    }

    /** All capabilities that were short of slots. Asked now and then, since workers elsewhere change what is servable. */
    Set<Capability> takeWanted() {
        Set<Capability> all = Set.copyOf(wanted);
        wanted.clear();
        return all;
    }

    private void addServable(SessionSlots session, Set<Capability> servable) {
        WorkerProfile profile = session.profile();
        if (!profile.anyHandler() && profile.handlers().size() < wanted.size()) {
            for (String handler : profile.handlers()) {
                Capability capability = new Capability(profile.pool(), handler);
                if (wanted.contains(capability)) {
                    servable.add(capability);
                }
            }
            return;
        }
        for (Capability capability : wanted) {
            if (able(capability, ring(capability)).contains(session)) {
                servable.add(capability);
            }
        }
    }

    /** Rises with everything that changes {@link #groups}. */
    long changes() {
        return changes;
    }

    /** The workers by what they can run. */
    List<WorkerGroup> groups() {
        Map<List<Object>, WorkerGroup> groups = new LinkedHashMap<>();
        for (SessionSlots session : sessions.values()) {
            WorkerProfile profile = session.profile();
            groups.merge(
                    List.of(profile.pool(), profile.handlers(), profile.anyHandler()),
                    new WorkerGroup(
                            profile.pool(),
                            profile.handlers(),
                            profile.anyHandler(),
                            1,
                            session.takesWork() ? profile.slots() : 0,
                            session.free()),
                    SlotBook::sum);
        }
        return List.copyOf(groups.values());
    }

    Collection<SessionSlots> sessions() {
        return sessions.values();
    }

    private static WorkerGroup sum(WorkerGroup a, WorkerGroup b) {
        return new WorkerGroup(
                a.pool(),
                a.handlers(),
                a.anyHandler(),
                a.workers() + b.workers(),
                a.slots() + b.slots(),
                a.free() + b.free());
    }

    private List<SessionSlots> able(Capability capability, Ring ring) {
        if (!ring.registered.isEmpty()) {
            return ring.registered;
        }
        return ring.anyHandler.isEmpty() || registeredElsewhere.test(capability) ? List.of() : ring.anyHandler;
    }

    private Ring ring(Capability capability) {
        Ring known = rings.get(capability);
        if (known != null) {
            return known;
        }
        Ring ring = new Ring();
        for (SessionSlots session : sessions.values()) {
            WorkerProfile profile = session.profile();
            if (!profile.pool().equals(capability.pool())) {
                continue;
            }
            if (profile.handlers().contains(capability.handler())) {
                ring.registered.add(session);
            } else if (profile.anyHandler()) {
                ring.anyHandler.add(session);
            }
        }
        if (rings.size() >= RINGS_MAX) {
            rings.clear();
        }
        rings.put(capability, ring);
        return ring;
    }
}
