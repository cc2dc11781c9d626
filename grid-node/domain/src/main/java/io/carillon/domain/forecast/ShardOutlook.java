package io.carillon.domain.forecast;

import java.time.Instant;
import java.util.Map;

/**
 * What falls due in a shard, as counted at one moment.
 *
 * @param from the beginning of the first minute
 * @param countedAt what was due before is among what is open, not among what falls due
 * @param minutes that were looked at
 */
public record ShardOutlook(int shard, Instant from, Instant countedAt, int minutes, Map<String, PoolOutlook> pools) {

    public ShardOutlook {
        pools = Map.copyOf(pools);
    }

    /** Whether both say the same of what is to come. */
    public boolean saysAs(ShardOutlook other) {
        return shard == other.shard && from.equals(other.from) && pools.equals(other.pools);
    }
}
