package io.carillon.engine.grid;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.id.Shards;
import io.carillon.engine.grid.ClusterView.MemberView;
import io.carillon.engine.grid.ownership.ShardTable;
import io.carillon.engine.port.Ownership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Takes a picture of the cluster. */
final class ClusterViews {

    private ClusterViews() {}

    static ClusterView of(HazelcastInstance grid, ShardTable table, Ownership ownership) {
        Map<UUID, Integer> shards = new HashMap<>();
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            Member owner = table.ownerOf(shard);
            if (owner != null) {
                shards.merge(owner.getUuid(), 1, Integer::sum);
            }
        }
        List<MemberView> members = new ArrayList<>();
        for (Member member : grid.getCluster().getMembers()) {
            members.add(new MemberView(
                    member.getUuid().toString(),
                    member.getAddress().getHost() + ":" + member.getAddress().getPort(),
                    member.localMember(),
                    shards.getOrDefault(member.getUuid(), 0)));
        }
        return new ClusterView(
                grid.getConfig().getClusterName(),
                ownership.memberId(),
                ownership.mayAct(),
                grid.getPartitionService().isClusterSafe(),
                members);
    }
}
