package io.carillon.engine.gateway;

import io.carillon.domain.id.RunId;
import io.carillon.engine.port.WorkerSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One session and its slots. A slot is free, reserved (for an attempt that is being started) or held by an attempt.
 *
 * <p>A worker that reconnects may hold more than its slots allow now; it then has none free until enough have ended. One
 * that has let an attempt lapse without confirming it has none free either until it says something: it may be stopped, or
 * its machine gone, and whatever it is given meanwhile waits in vain. Not thread-safe.
 */
final class SessionSlots {

    /** Heartbeats that may leave out an attempt the worker has confirmed before it counts as forgotten. */
    private static final int HEARTBEATS_MISSED_MAX = 2;

    private static final class Held {
        final HeldRun run;
        boolean confirmed;
        int heartbeatsMissed;

        Held(HeldRun run, boolean confirmed) {
            this.run = run;
            this.confirmed = confirmed;
        }
    }

    private final WorkerProfile profile;
    private final WorkerSlot slot;
    private final Instant openedAt;
    private final Push push;
    private final Map<RunId, Held> held = new HashMap<>();
    /** Ends that the worker has reported and keeps until their owner has judged them; they take no slot. */
    private final Set<HeldRun> reported = new HashSet<>();

    private int capacity;
    private int reserved;
    private boolean draining;
    private boolean silent;
    /** The worker has sent a heartbeat, which it does only after the welcome: it was still here after the session was opened. */
    private boolean beaten;

    /** @param openedAt by the store's clock: after the worker has made the list of what it holds, maybe long after */
    SessionSlots(long sessionId, WorkerProfile profile, Push push, Instant openedAt) {
        this.profile = profile;
        this.push = push;
        this.openedAt = openedAt;
        this.slot = new WorkerSlot(profile.workerId(), sessionId);
        this.capacity = profile.slots();
    }

    WorkerProfile profile() {
        return profile;
    }

    /** Names this session; all its slots are alike. */
    WorkerSlot slot() {
        return slot;
    }

    long id() {
        return slot.sessionId();
    }

    /** Carried along for whoever found the session here; the accounting itself pushes nothing. */
    Push push() {
        return push;
    }

    int free() {
        return takesWork() ? Math.max(0, capacity - reserved - held.size()) : 0;
    }

    /** False if it gets nothing new, however many slots become free. */
    boolean takesWork() {
        return !draining && !silent;
    }

    int heldCount() {
        return held.size();
    }

    boolean draining() {
        return draining;
    }

    void drain() {
        draining = true;
    }

    /** The worker can hold this many for now, at most the slots of its profile. */
    void capacity(int slots) {
        capacity = Math.min(slots, profile.slots());
    }

    /** False if none is free. */
    boolean reserve() {
        if (free() == 0) {
            return false;
        }
        reserved++;
        return true;
    }

    void release() {
        if (reserved == 0) {
            throw new IllegalStateException("no slot of worker " + profile.workerId() + " is reserved");
        }
        reserved--;
    }

    /**
     * A reserved slot becomes a held one.
     *
     * @return an older attempt of the same run that was still held: its lease is lost
     */
    @Nullable
    HeldRun assign(HeldRun run) {
        release();
        Held older = held.put(run.runId(), new Held(run, false));
        return older == null || older.run.fencingToken() == run.fencingToken() ? null : older.run;
    }

    /**
     * The lease of this very attempt is lost; false if it is not held. If the worker had not confirmed it, it gets nothing
     * new until it is {@link #heard}.
     */
    boolean lose(HeldRun run) {
        Held known = find(run);
        if (known == null) {
            return false;
        }
        silent |= !known.confirmed;
        return end(run);
    }

    /** The worker has said something; true if that was in doubt. */
    boolean heard() {
        boolean doubted = silent;
        silent = false;
        return doubted;
    }

    /** The worker says that it holds this attempt. A newer one of the same run stays. */
    void adopt(HeldRun run) {
        held.merge(
                run.runId(),
                new Held(run, true),
                (known, said) -> known.run.fencingToken() >= said.run.fencingToken() ? known : said);
    }

    boolean holds(HeldRun run) {
        return find(run) != null;
    }

    /** What is known of an attempt of this session's worker. */
    Sessions.Presence presence(HeldRun run, Instant startedAt) {
        Held known = find(run);
        if (known != null) {
            return known.confirmed ? Sessions.Presence.CONFIRMED : Sessions.Presence.UNCERTAIN;
        }
        // A worker may have left a session without this gateway's having noticed, and got the attempt elsewhere: an
        // older one
        // than the attempt, or one that was opened by a hello that had waited for long in a frozen member.
        return reported.contains(run) || !openedAt.isAfter(startedAt) || !beaten
                ? Sessions.Presence.UNCERTAIN
                : Sessions.Presence.NOT_HELD;
    }

    /** The attempt of this run that is held, if any. */
    @Nullable
    HeldRun heldOf(RunId runId) {
        Held known = held.get(runId);
        return known == null ? null : known.run;
    }

    void confirm(HeldRun run) {
        Held known = find(run);
        if (known != null) {
            known.confirmed = true;
        }
    }

    /** The slot of this very attempt becomes free; false if it is not held. */
    boolean end(HeldRun run) {
        if (find(run) == null) {
            return false;
        }
        held.remove(run.runId());
        return true;
    }

    /**
     * Takes note of what the worker says it holds. An attempt it had confirmed, has not reported and leaves out again
     * and again is forgotten: its slot becomes free, its lease runs out.
     *
     * @param said the runs it listed
     * @return the forgotten ones
     */
    List<HeldRun> heartbeat(Set<RunId> said) {
        heartbeatOfSome(said);
        List<HeldRun> forgotten = new ArrayList<>(0);
        held.values().removeIf(known -> {
            if (said.contains(known.run.runId())) {
                return false;
            }
            boolean gone = known.confirmed && ++known.heartbeatsMissed >= HEARTBEATS_MISSED_MAX;
            if (gone) {
                forgotten.add(known.run);
            }
            return gone;
        });
        return forgotten;
    }

    /** As {@link #heartbeat}, by a worker that says nothing of the others. */
    void heartbeatOfSome(Set<RunId> said) {
        beaten = true;
        for (RunId runId : said) {
            Held known = held.get(runId);
            if (known != null) {
                known.confirmed = true;
                known.heartbeatsMissed = 0;
            }
        }
    }

    /** The worker says that this attempt has ended; it lists it in heartbeats until {@link #judged}. */
    void reported(HeldRun run) {
        reported.add(run);
    }

    boolean hasReported(HeldRun run) {
        return reported.contains(run);
    }

    void judged(HeldRun run) {
        reported.remove(run);
    }

    private @Nullable Held find(HeldRun run) {
        Held known = held.get(run.runId());
        return known != null && known.run.fencingToken() == run.fencingToken() ? known : null;
    }
}
