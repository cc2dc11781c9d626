package io.carillon.engine.shard;

import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransition;
import io.carillon.domain.wheel.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Owners of whose runs as many run as may at once, as far as this loop knows: the store has refused a start for it. Only the
 * store knows all runs and the limit; this saves it from being asked in vain. Memory of an owner lasts as long as starts of it
 * are refused, so that owners without a limit cost nothing but a look at an empty map.
 *
 * <p>A run of such an owner stays where it is in the ready order. It is tried when a run of the owner has ended here; and one at a
 * time now and then, since a run may have ended elsewhere or the limit may have been raised: while such a try succeeds, twice as many
 * follow. Of the permits that become free here one is left to other loops from time to time, so that a loop whose runs
 * wait, and none run, gets one too.
 */
final class OwnersAtLimit {

    static final Duration PAUSE_MIN = Duration.ofMillis(100);
    static final Duration PAUSE_MAX = Duration.ofSeconds(1);

    /** Longer than the longest pause of others, with what chance adds to it. */
    static final Duration WAY_GIVEN_FOR = Duration.ofMillis(1_400);

    /** Costs a loop's owner one permit for {@link #WAY_GIVEN_FOR} of this. */
    static final Duration WAY_GIVEN_EVERY = Duration.ofSeconds(20);

    private static final class AtLimit {
        /** Starts that may be tried since runs have ended here. */
        int afterEnds;
        /** Starts that may be tried on the chance. */
        int onChance;

        boolean refused;
        Duration pause = PAUSE_MIN;
        Instant givesWayAt = Instant.MAX;

        @Nullable
        Timer<Alarm> next;
    }

    private final LoopContext loop;
    private final Map<String, AtLimit> owners = new HashMap<>();

    OwnersAtLimit(LoopContext loop) {
        this.loop = loop;
    }

    /** Nobody is at a limit, so nobody need be asked about. */
    boolean none() {
        return owners.isEmpty();
    }

    boolean isAtLimit(String ownerId) {
        return owners.containsKey(ownerId);
    }

    boolean mayTry(String ownerId) {
        AtLimit owner = owners.get(ownerId);
        return owner == null || owner.afterEnds > 0 || owner.onChance > 0;
    }

    /** A start of this owner is on its way, or was offered to a gateway. */
    void tried(String ownerId) {
        AtLimit owner = owners.get(ownerId);
        if (owner == null) {
            return;
        }
        if (owner.afterEnds > 0) {
            owner.afterEnds--;
        } else {
            owner.onChance = Math.max(0, owner.onChance - 1);
        }
    }

    /** The store would not start a run of this owner. */
    void refused(String ownerId) {
        AtLimit owner = owners.get(ownerId);
        if (owner == null) {
            owner = new AtLimit();
            owner.givesWayAt = loop.now().plus(WAY_GIVEN_EVERY);
            owners.put(ownerId, owner);
            lookAgain(ownerId, owner, pause(owner));
        }
        owner.refused = true;
        owner.onChance = 0;
    }

    /** A move of a run of this owner is durable. */
    void moved(String ownerId, RunTransition transition) {
        AtLimit owner = owners.get(ownerId);
        if (owner == null) {
            return;
        }
        if (transition == RunTransition.START) {
            if (!owner.refused) {
                owner.pause = PAUSE_MIN;
                owner.onChance += 2;
            }
        } else if (transition.from() == RunState.RUNNING && transition.to() != RunState.RUNNING) {
            ended(ownerId, owner);
        }
    }

    private void ended(String ownerId, AtLimit owner) {
        Instant now = loop.now();
        if (now.isBefore(owner.givesWayAt)) {
            owner.afterEnds++;
            return;
        }
        owner.givesWayAt = now.plus(WAY_GIVEN_EVERY);
        owner.refused = true;
        owner.onChance = 0;
        owner.pause = PAUSE_MAX;
        lookAgain(ownerId, owner, WAY_GIVEN_FOR);
    }

    private void lookAgain(String ownerId, AtLimit owner, Duration after) {
        if (owner.next != null) {
            owner.next.cancel();
        }
        owner.next = loop.after(after, now -> look(ownerId, owner));
    }

    private void look(String ownerId, AtLimit owner) {
        if (!owner.refused) {
            owners.remove(ownerId, owner);
            return;
        }
        owner.refused = false;
        owner.onChance = 1;
        Duration doubled = owner.pause.multipliedBy(2);
        owner.pause = doubled.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : doubled;
        lookAgain(ownerId, owner, pause(owner));
    }

    /** Not the same for all loops, or one might always come after another. */
    private Duration pause(AtLimit owner) {
        return Duration.ofNanos(
                (long) (owner.pause.toNanos() * (0.75 + loop.ports.time().chance() / 2)));
    }
}
