package io.carillon.verify.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that was done to the cluster.
 *
 * @param number of this fault, unique
 * @param kind as on the command line, such as {@code kill-member}
 * @param whom the members, workers or links concerned, for people
 * @param from just before the first blow
 * @param to just after what was taken away was given back: the process was started or continued, the link joined
 * @param healthyAt when the cluster was first seen whole again; until then, and for the recovery time after it, lateness is forgiven.
 *     Null: never seen
 * @param shards those it can have touched; null: any. The shard of a run is told by its id
 * @param stopsFor of a fault of one among several, whose work the others take over: it keeps runs from starting for so long at most
 *     after it struck, and again after it was over, since what comes back disturbs too. Null: until all was whole again
 */
public record Fault(
        long number,
        String kind,
        String whom,
        Instant from,
        Instant to,
        @Nullable Instant healthyAt,
        @Nullable Set<Integer> shards,
        @Nullable Duration stopsFor)
        implements Fact {
    public Fault {
        shards = shards == null ? null : Set.copyOf(shards);
        if (to.isBefore(from) || (healthyAt != null && healthyAt.isBefore(to))) {
            throw new IllegalArgumentException(
                    "fault " + number + " goes from " + from + " to " + to + " and is healed at " + healthyAt);
        }
    }
}
