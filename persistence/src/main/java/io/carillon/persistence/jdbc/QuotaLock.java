package io.carillon.persistence.jdbc;

import java.util.Collection;
import java.util.List;

/**
 * What makes the count of an owner's jobs exact from its first moment. Whoever makes or deletes jobs holds the locks of their
 * owners shared until it has committed, whoever begins to count holds one alone. So at that moment no job is under way that
 * neither side counts.
 *
 * <p>Owners share {@link #GROUPS} locks, taken in rising order after those of {@link EpochLock}, in a statement of their own.
 */
public final class QuotaLock {

    public static final int GROUPS = 16;

    /** First key, beside that of {@link EpochLock}. */
    private static final int CLASS = EpochLock.CLASS + 1;

    /** One parameter: the groups, as an array of int4. */
    public static final String SHARED = "SELECT pg_advisory_xact_lock_shared(" + CLASS + ", g) FROM unnest(?) g";

    /** One parameter: the group. */
    public static final String ALONE = "SELECT pg_advisory_xact_lock(" + CLASS + ", ?)";

    private QuotaLock() {}

    public static int groupOf(String ownerId) {
        return Math.floorMod(ownerId.hashCode(), GROUPS);
    }

    /** The groups of these owners, in the order in which they must be locked. */
    public static BinaryArray groupsOf(Collection<String> ownerIds) {
        List<Integer> groups =
                ownerIds.stream().map(QuotaLock::groupOf).distinct().sorted().toList();
        return BinaryArray.int4s(groups, Integer::intValue);
    }
}
