package io.carillon.domain.forecast;

import java.time.Instant;
import java.util.Map;

/**
 * What falls due in a shard, as counted at one moment.
 *
 * @param from the beginning of the first minute
 * @param countedAt what was due before is among what is open, not among what falls due
 * @param minutes that were looked at
 * @param unreadable jobs that were passed over, since what is stored of them cannot be read
 */
public record ShardOutlook(
        int shard, Instant from, Instant countedAt, int minutes, Map<String, PoolOutlook> pools, long unreadable) {

    public ShardOutlook {
        pools = Map.copyOf(pools);
    }

    /** With all jobs in it. */
    public ShardOutlook(int shard, Instant from, Instant countedAt, int minutes, Map<String, PoolOutlook> pools) {
        this(shard, from, countedAt, minutes, pools, 0);
    }

    /** Whether both say the same of what is to come. */
    public boolean saysAs(ShardOutlook other) {
        return shard == other.shard
                && from.equals(other.from)
                && pools.equals(other.pools)
                && unreadable == other.unreadable;
    }
}
