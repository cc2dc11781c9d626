package io.carillon.engine.shard;

import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.Run;
import io.carillon.engine.port.Silent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * Asks after attempts that were given to a worker and of which nobody has said a word since.
 *
 * <p>An assignment is lost with the gateway that carried it, and so is a confirmation; an owner that has gained a shard finds
 * attempts running of which it knows neither. Waiting for the lease is safe and slow. A worker that has connected since has
 * told that gateway what it holds, so all gateways are asked: the one that has the worker answers, with the confirmation or
 * by handing the attempt back. No answer is no news, and the lease decides as ever.
 */
final class RollCall {

    /** A worker needs about this long to connect elsewhere; a confirmation usually comes in some milliseconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration EVERY = Duration.ofMillis(250);
    /** Asked at once; the others have their turn later. */
    private static final int ASKED_MAX = 500;

    private record Fresh(RunSlot slot, long token, Instant startedAt) {}

    private record Overdue(RunSlot slot, long token) {}

    private final LoopContext loop;
    /** In the order in which they were started. Those that are heard of stay until their patience is over. */
    private final Deque<Fresh> fresh = new ArrayDeque<>();

    private final Deque<Overdue> overdue = new ArrayDeque<>();
    private boolean armed;

    RollCall(LoopContext loop) {
        this.loop = loop;
    }

    /** An attempt has left for its worker. */
    void started(RunSlot slot) {
        fresh.add(new Fresh(slot, slot.run.fencingToken(), loop.now()));
        arm();
    }

    /** An attempt was found running, without a lease of which the grid knows. */
    void found(RunSlot slot) {
        overdue.add(new Overdue(slot, slot.run.fencingToken()));
        arm();
    }

    /** A gateway is gone: what it was given a moment ago may be gone, too. */
    void gatewayLost() {
        while (!fresh.isEmpty()) {
            expect(fresh.remove());
        }
    }

    private void arm() {
        if (!armed) {
            armed = true;
            loop.after(EVERY, this::ask);
        }
    }

    private void ask(Instant now) {
        armed = false;
        Instant startedBy = now.minus(PATIENCE);
        while (!fresh.isEmpty() && !fresh.peek().startedAt.isAfter(startedBy)) {
            expect(fresh.remove());
        }
        List<Silent> asked = new ArrayList<>();
        for (int left = overdue.size(); left > 0 && asked.size() < ASKED_MAX; left--) {
            Overdue attempt = overdue.remove();
            if (isSilent(attempt.slot, attempt.token)) {
                overdue.add(attempt);
                Run run = attempt.slot.run;
                asked.add(new Silent(
                        run.id(),
                        run.jobId(),
                        attempt.token,
                        Objects.requireNonNull(run.workerId()),
                        Objects.requireNonNull(run.startedAt())));
            }
        }
        if (!asked.isEmpty()) {
            loop.ports.workers().callRoll(asked);
            loop.ports.handOff().callRoll(asked);
        }
        if (!fresh.isEmpty() || !overdue.isEmpty()) {
            arm();
        }
    }

    private void expect(Fresh attempt) {
        if (isSilent(attempt.slot, attempt.token)) {
            overdue.add(new Overdue(attempt.slot, attempt.token));
        }
    }

    private static boolean isSilent(RunSlot slot, long token) {
        return slot.shard.active()
                && slot.isRunning()
                && slot.run.fencingToken() == token
                && slot.confirmation != Confirmation.GIVEN;
    }
}
