package io.carillon.engine.shard;

import io.carillon.engine.port.Attempt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Word to workers that they must stop, gathered over a turn of the loop: over this member's gateway, and over those of all
 * others for what nobody here holds, since the worker may have changed its member at any time.
 *
 * <p>Word that is lost is given again when the worker next asks for its lease: a cancelled run's is not renewed without its
 * owner, and a lost one's is not renewed at all.
 */
final class Stops {

    private final LoopContext loop;
    private final Set<Attempt> cancelled = new LinkedHashSet<>();
    private final Set<Attempt> revoked = new LinkedHashSet<>();

    Stops(LoopContext loop) {
        this.loop = loop;
    }

    /** Somebody wants this running attempt to end; that is durable. */
    void cancel(RunSlot slot) {
        cancelled.add(new Attempt(slot.run.id(), slot.run.fencingToken()));
    }

    /** This attempt, the latest of its run, has ended without its worker; that is durable. */
    void revoke(RunSlot slot) {
        revoked.add(new Attempt(slot.run.id(), slot.run.fencingToken()));
    }

    void flush() {
        tell(cancelled, loop.ports.workers()::cancel, loop.ports.handOff()::cancel);
        tell(revoked, loop.ports.workers()::revoke, loop.ports.handOff()::revoke);
    }

    private static void tell(
            Set<Attempt> attempts,
            Function<Collection<Attempt>, List<Attempt>> here,
            Consumer<Collection<Attempt>> elsewhere) {
        if (attempts.isEmpty()) {
            return;
        }
        List<Attempt> told = new ArrayList<>(attempts);
        attempts.clear();
        List<Attempt> notHere = here.apply(told);
        if (!notHere.isEmpty()) {
            elsewhere.accept(notHere);
        }
    }
}
