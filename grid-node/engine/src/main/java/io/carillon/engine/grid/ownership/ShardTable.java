package io.carillon.engine.grid.ownership;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.Partition;
import com.hazelcast.partition.PartitionService;
import io.carillon.domain.id.Shards;
import io.carillon.engine.grid.key.ShardKeys;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The grid's table of owners, by shard. Every read is a fresh look; never blocks; thread-safe. */
public final class ShardTable {

    private final Partition[] partitions = new Partition[Shards.COUNT];

    public ShardTable(HazelcastInstance grid) {
        PartitionService service = grid.getPartitionService();
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            partitions[shard] = service.getPartition(ShardKeys.of(shard));
        }
    }

    /** Null while the partition has no owner. */
    public @Nullable Member ownerOf(int shard) {
        return partitions[Shards.check(shard)].getOwner();
    }

    public boolean isLocal(int shard) {
        Member owner = ownerOf(shard);
        return owner != null && owner.localMember();
    }

    public Set<Integer> local() {
        Set<Integer> local = new HashSet<>();
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            if (isLocal(shard)) {
                local.add(shard);
            }
        }
        return Set.copyOf(local);
    }
}
