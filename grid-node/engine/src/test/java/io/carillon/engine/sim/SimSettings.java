package io.carillon.engine.sim;

import io.carillon.engine.shard.LeaseTerms;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.engine.shard.Rhythm;
import java.time.Duration;
import java.util.Set;

/** The loops' settings in a simulation: short times, so that much happens. */
final class SimSettings {

    /** Longer than any simulation. */
    private static final Duration NEVER = Duration.ofHours(5);

    private static final Duration HAND_OFF_TIMEOUT = Duration.ofSeconds(5);

    private SimSettings() {}

    /** In one seed of three memory has room for so few waiting runs that others stay in the store all the time. */
    private static final int SMALL_EVERY = 3;

    static final int WAITING_MAX_SMALL = 3;

    static boolean isSmall(long seed) {
        return seed % SMALL_EVERY == 0;
    }

    static LoopSettings with(long seed, Set<Mutation> without) {
        LoopSettings settings = with(without);
        return isSmall(seed) && !without.contains(Mutation.WAITING_MAX)
                ? settings.withWaitingMax(WAITING_MAX_SMALL)
                : settings;
    }

    private static LoopSettings with(Set<Mutation> without) {
        Rhythm usual = LoopSettings.DEFAULT.rhythm();
        boolean once = without.contains(Mutation.SECOND_LOAD_AND_RECONCILE);
        return LoopSettings.DEFAULT
                .withRhythm(once ? new Rhythm(usual.preloadEvery(), NEVER, NEVER) : usual)
                .withHorizon(Duration.ofSeconds(30))
                .withLeases(new LeaseTerms(
                        World.LEASE,
                        without.contains(Mutation.ACCEPT_LEASE) ? NEVER : World.ACCEPT_LEASE,
                        without.contains(Mutation.HAND_OFF_TIMEOUT) ? NEVER : HAND_OFF_TIMEOUT));
    }
}
