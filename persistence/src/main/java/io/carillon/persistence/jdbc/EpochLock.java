package io.carillon.persistence.jdbc;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What makes a raised epoch final. Writers hold their shards' locks shared, from before they look at the epoch until they
 * have committed; whoever raises epochs holds them alone. So once an epoch is raised, no write under an older one can
 * commit any more: without this, a statement that looked before could commit after, unseen by the new owner's loading.
 *
 * <p>Shards share {@link #GROUPS} locks, since a server has room for few thousand of them. Locks are taken in rising
 * order, in a statement of their own: the next one then looks at the epochs with fresh eyes.
 */
public final class EpochLock {

    public static final int GROUPS = 16;

    /** First key of all our advisory locks: "CARI". */
    public static final int CLASS = 0x43415249;

    /** One parameter: the groups, as an array of int4. */
    public static final String SHARED = "SELECT pg_advisory_xact_lock_shared(" + CLASS + ", g) FROM unnest(?) g";

    /** One parameter: the groups, as an array of int4. */
    public static final String ALONE = "SELECT pg_advisory_xact_lock(" + CLASS + ", g) FROM unnest(?) g";

    private EpochLock() {}

    /** Every group there is, in the order in which they must be locked. */
    public static BinaryArray allGroups() {
        return BinaryArray.int4s(IntStream.range(0, GROUPS).boxed().toList(), Integer::intValue);
    }

    /** The groups of these shards, in the order in which they must be locked. */
    public static BinaryArray groupsOf(Collection<Integer> shards) {
        List<Integer> groups =
                shards.stream().map(shard -> shard % GROUPS).distinct().sorted().toList();
        return BinaryArray.int4s(groups, Integer::intValue);
    }
}
