package io.carillon.engine.gateway;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.gateway.SlotBook.Holder;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerGroup;
import io.carillon.engine.port.WorkerSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of the connected workers: one lock around the {@link SlotBook}. Thread-safe.
 *
 * <p>The lock is held for accounting only; pushing, and telling of free slots, come after it.
 */
final class Sessions {

    private final ReentrantLock lock = new ReentrantLock();
    private final SlotBook book;
    private final TimeSource time;
    private final List<Consumer<Set<Capability>>> onFreeSlots = new CopyOnWriteArrayList<>();
    private long lastId;
    private boolean leaving;

    Sessions(Credits credits, TimeSource time) {
        this.time = time;
        this.book = new SlotBook(credits::registeredElsewhere);
    }

    /** Told of capabilities that were short of slots when some become free; the first listener is told first. */
    void onFreeSlots(Consumer<Set<Capability>> listener) {
        onFreeSlots.add(listener);
    }

    /** Opens a session; an older one of the same worker ends. */
    SessionSlots open(WorkerProfile profile, Collection<HeldRun> held, Push push) {
        record Opened(SessionSlots session, @Nullable SessionSlots older) {}
        Opened opened = freeing(book -> {
            SessionSlots session = new SessionSlots(++lastId, profile, push, time.now());
            SessionSlots older = book.open(session, held);
            if (leaving) {
                book.drain(session.id());
            }
            return new Opened(session, older);
        });
        if (opened.older() != null) {
            opened.older().push().close("replaced by another stream of the same worker");
        }
        return opened.session();
    }

    /** Ends a session. What its worker holds stays leased; what is assigned to it from now on is handed back. */
    void close(SessionSlots session) {
        freeing(book -> {
            book.close(session.id());
            return session;
        });
    }

    /** Ends all sessions, from this side. */
    void closeAll(String reason) {
        for (SessionSlots session : all()) {
            close(session);
            session.push().close(reason);
        }
    }

    /** No new work for anyone, now and later; workers are asked to go elsewhere. */
    void sendAway(String reason) {
        List<SessionSlots> all = locked(book -> {
            leaving = true;
            book.sessions().forEach(session -> book.drain(session.id()));
            return List.copyOf(book.sessions());
        });
        all.forEach(session -> session.push().goAway(reason));
    }

    void drain(SessionSlots session) {
        locked(book -> {
            book.drain(session.id());
            return session;
        });
    }

    List<WorkerSlot> reserve(Capability capability, int most) {
        return locked(book -> book.reserve(capability, most));
    }

    void release(Collection<WorkerSlot> slots) {
        freeing(book -> {
            slots.forEach(book::release);
            return slots;
        });
    }

    /** Pushes attempts over the streams of their slots; returns those whose session has ended. */
    List<Placed> assign(List<Placed> placed) {
        Map<SessionSlots, List<Assignment>> assignments = new LinkedHashMap<>();
        List<Holder> lost = new ArrayList<>(0);
        List<Placed> homeless = new ArrayList<>(0);
        freeing(book -> {
            for (Placed one : placed) {
                SessionSlots session = book.session(one.slot().sessionId());
                if (session == null) {
                    homeless.add(one);
                    continue;
                }
                HeldRun older = book.assign(session, heldRun(one.assignment()));
                if (older != null) {
                    lost.add(new Holder(session, older));
                }
                assignments.computeIfAbsent(session, any -> new ArrayList<>()).add(one.assignment());
            }
            return placed;
        });
        lost.forEach(holder -> holder.session().push().revoke(holder.run()));
        assignments.forEach((session, batch) -> session.push().assign(batch));
        return homeless;
    }

    /** The worker can hold this many for now. */
    void capacity(SessionSlots session, int slots) {
        freeing(book -> {
            book.heard(session);
            book.capacity(session, slots);
            return session;
        });
    }

    /** Attempts that were given back: their slots are free. */
    void end(SessionSlots session, Collection<HeldRun> runs) {
        freeing(book -> {
            book.heard(session);
            runs.forEach(run -> book.end(session, run));
            return runs;
        });
    }

    /** Attempts whose end the worker has reported: their slots are free, their verdicts are awaited. */
    void report(SessionSlots session, Collection<HeldRun> runs) {
        freeing(book -> {
            book.heard(session);
            runs.forEach(run -> book.report(session, run));
            return runs;
        });
    }

    /**
     * The owner has judged a reported end.
     *
     * @return the worker's session now, which may be newer than that of the report; null if it is not connected
     */
    @Nullable
    SessionSlots judge(String workerId, HeldRun run) {
        return freeing(book -> {
            SessionSlots session = book.sessionOf(workerId);
            if (session != null) {
                session.judged(run);
                // A worker that came back in between listed it as held.
                book.end(session, run);
            }
            return session;
        });
    }

    /** The worker's session now; null if it is not connected. */
    @Nullable
    SessionSlots current(String workerId) {
        return locked(book -> book.sessionOf(workerId));
    }

    void confirm(SessionSlots session, Collection<HeldRun> runs) {
        freeing(book -> {
            book.heard(session);
            runs.forEach(session::confirm);
            return runs;
        });
    }

    /**
     * What a heartbeat's list says to the session.
     *
     * @param unknown neither held nor reported, as far as the session knows
     * @param reported ended, and awaiting their verdicts
     */
    record Listed(Set<HeldRun> unknown, Set<HeldRun> reported) {}

    /**
     * Takes note of what a worker says it holds.
     *
     * @param whole it holds nothing else: attempts it has forgotten free their slots
     */
    Listed heartbeat(SessionSlots session, Collection<HeldRun> said, boolean whole) {
        return freeing(book -> {
            Set<HeldRun> unknown = new HashSet<>();
            Set<HeldRun> reported = new HashSet<>();
            Set<RunId> runs = new HashSet<>();
            book.heard(session);
            for (HeldRun run : said) {
                runs.add(run.runId());
                if (session.hasReported(run)) {
                    reported.add(run);
                } else if (!session.holds(run)) {
                    unknown.add(run);
                }
            }
            if (whole) {
                book.heartbeat(session, runs);
            } else {
                session.heartbeatOfSome(runs);
            }
            return new Listed(unknown, reported);
        });
    }

    /** The owner says that this attempt is the worker's own. */
    void adopt(SessionSlots session, HeldRun run) {
        locked(book -> {
            book.adopt(session, run);
            return run;
        });
    }

    /**
     * The owner says that this attempt is not the worker's own any more: the worker is told to stop.
     *
     * @param evenIfNotHeld false: only if the session still counts it as held, so that it has not been reported meanwhile
     * @return true if it is told
     */
    boolean revoke(SessionSlots session, HeldRun run, boolean evenIfNotHeld) {
        boolean ended = freeing(book -> book.end(session, run));
        if (ended || evenIfNotHeld) {
            session.push().revoke(run);
            return true;
        }
        return false;
    }

    /**
     * Whoever holds one of these attempts, or an older one of its run, is told to stop.
     *
     * @return those of which nobody here holds any
     */
    List<Attempt> revoke(Collection<Attempt> attempts) {
        List<Attempt> unknown = new ArrayList<>(0);
        List<Holder> holders = freeing(book -> {
            List<Holder> found = new ArrayList<>();
            for (Attempt attempt : attempts) {
                List<Holder> lost = book.holdersOf(attempt.runId()).stream()
                        .filter(holder -> holder.run().fencingToken() <= attempt.fencingToken())
                        .toList();
                if (lost.isEmpty()) {
                    unknown.add(attempt);
                }
                found.addAll(lost);
            }
            found.forEach(holder -> book.lose(holder.session(), holder.run()));
            return found;
        });
        holders.forEach(holder -> holder.session().push().revoke(holder.run()));
        return unknown;
    }

    /**
     * Asks whoever holds one of these attempts to stop it.
     *
     * @return those that nobody here holds
     */
    List<Attempt> cancel(Collection<Attempt> attempts) {
        List<Attempt> unknown = new ArrayList<>(0);
        List<Holder> holders = locked(book -> {
            List<Holder> found = new ArrayList<>();
            for (Attempt attempt : attempts) {
                List<Holder> held = book.holdersOf(attempt.runId()).stream()
                        .filter(holder -> holder.run().fencingToken() == attempt.fencingToken())
                        .toList();
                if (held.isEmpty()) {
                    unknown.add(attempt);
                }
                found.addAll(held);
            }
            return found;
        });
        holders.forEach(holder -> holder.session().push().cancel(holder.run()));
        return unknown;
    }

    /** The owner says that the run of this attempt was cancelled: its worker is asked to stop it, unless it has reported. */
    void cancel(SessionSlots session, HeldRun run) {
        if (locked(book -> session.holds(run))) {
            session.push().cancel(run);
        }
    }

    /** What this gateway can say of an attempt and its worker. */
    enum Presence {
        /** The worker has said that it holds the attempt, and has not reported its end. */
        CONFIRMED,
        /** The attempt was sent to the worker, which has not said anything of it; or its end is being judged; or it is none. */
        UNCERTAIN,
        /** The worker has connected after the attempt was started, without it. */
        NOT_HELD,
        /** The worker is not connected here. */
        NOT_HERE
    }

    Presence presence(String workerId, HeldRun run, Instant startedAt) {
        return locked(book -> {
            SessionSlots session = book.sessionOf(workerId);
            return session == null ? Presence.NOT_HERE : session.presence(run, startedAt);
        });
    }

    /** Tells all who were short of slots to look again. */
    void wakeAllWhoWait() {
        tell(locked(SlotBook::takeWanted));
    }

    long changes() {
        return locked(SlotBook::changes);
    }

    List<WorkerGroup> groups() {
        return locked(SlotBook::groups);
    }

    List<ConnectedWorker> workers() {
        return locked(book -> book.sessions().stream().map(ConnectedWorker::of).toList());
    }

    private List<SessionSlots> all() {
        return locked(book -> List.copyOf(book.sessions()));
    }

    private static HeldRun heldRun(Assignment assignment) {
        return new HeldRun(
                assignment.run().id(),
                assignment.run().jobId(),
                assignment.run().fencingToken());
    }

    private <T extends @Nullable Object> T locked(Function<SlotBook, T> accounting) {
        lock.lock();
        try {
            return accounting.apply(book);
        } finally {
            lock.unlock();
        }
    }

    /** For accounting that may free slots: whoever waits for them is told afterwards. */
    private <T extends @Nullable Object> T freeing(Function<SlotBook, T> accounting) {
        record Freed<T extends @Nullable Object>(T answer, Set<Capability> servable) {}
        Freed<T> freed = locked(book -> new Freed<>(accounting.apply(book), book.takeServable()));
        tell(freed.servable());
        return freed.answer();
    }

    private void tell(Set<Capability> capabilities) {
        if (!capabilities.isEmpty()) {
            onFreeSlots.forEach(listener -> listener.accept(capabilities));
        }
    }
}
