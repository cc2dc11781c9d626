package io.carillon.verify.fault;

import io.carillon.verify.cluster.ClusterPart;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What can be done to a cluster, and what it takes: two faults that take the same are not done at once. */
public enum FaultKind {
    /** kill -9 of a member, which is started again after a while. */
    KILL_MEMBER(ClusterPart.MEMBERS),
    KILL_WORKER(ClusterPart.WORKERS),
    /** kill -STOP of a member, and kill -CONT after up to half a minute: it wakes up as a zombie. */
    FREEZE_MEMBER(ClusterPart.MEMBERS),
    FREEZE_WORKER(ClusterPart.WORKERS),
    FREEZE_POSTGRES(ClusterPart.STORE),
    /** Stopped in an orderly way and started again at once. */
    RESTART_POSTGRES(ClusterPart.STORE),
    /** kill -9 of all processes of PostgreSQL; it stays away for a while. */
    POSTGRES_OUTAGE(ClusterPart.STORE),
    /** Nothing goes through between a worker and all members; connections stay open. */
    CUT_WORKER(ClusterPart.WORKERS),
    /** Nothing goes through between a member and PostgreSQL. */
    CUT_DATABASE(ClusterPart.MEMBERS),
    /** Each member is stopped in an orderly way and started again, one after the other. */
    ROLLING_RESTART(ClusterPart.MEMBERS),
    /** A member is killed and comes back with a clock that is minutes off, for a while. */
    FALSE_CLOCK(ClusterPart.MEMBERS),
    /** kill -9 of all members, all workers and PostgreSQL. */
    EVERYTHING(ClusterPart.MEMBERS, ClusterPart.WORKERS, ClusterPart.STORE);

    /** Of so many members one can be missed: the others are still the majority. */
    private static final int MEMBERS_WITH_MAJORITY = 3;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.copyOf
    private final Set<ClusterPart> parts;

    FaultKind(ClusterPart first, ClusterPart... more) {
        this.parts = Set.copyOf(EnumSet.of(first, more));
    }

    public Set<ClusterPart> parts() {
        return parts;
    }

    /**
     * It befalls one of several members or workers.
     *
     * @return true: the others can take over what that one has left
     */
    boolean leavesOthers(int members, int workers) {
        return switch (this) {
            case KILL_MEMBER, FREEZE_MEMBER, CUT_DATABASE -> members >= MEMBERS_WITH_MAJORITY;
            case KILL_WORKER, FREEZE_WORKER, CUT_WORKER -> workers > 1;
            // A wrong clock is felt by all, and the others befall all.
            case FALSE_CLOCK, FREEZE_POSTGRES, RESTART_POSTGRES, POSTGRES_OUTAGE, ROLLING_RESTART, EVERYTHING -> false;
        };
    }

    /** {@code kill-member}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<FaultKind> of(String word) {
        return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
}
