package io.carillon.engine.grid;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.engine.port.Ownership;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** What an operator watches of the cluster itself. */
final class GridMeters {

    private GridMeters() {}

    static void bind(MeterRegistry registry, HazelcastInstance grid, Ownership ownership) {
        Gauge.builder("carillon.cluster.members", grid, GridMeters::members)
                .description("Members that this one sees")
                .register(registry);
        Gauge.builder(
                        "carillon.shards.owned",
                        ownership,
                        owned -> owned.ownedShards().size())
                .description("Shards of this member by the grid's table")
                .register(registry);
        Gauge.builder("carillon.member.may.act", ownership, owned -> owned.mayAct() ? 1 : 0)
                .description("0 on the smaller side of a split, and while leaving")
                .register(registry);
    }

    private static int members(HazelcastInstance grid) {
        return grid.getLifecycleService().isRunning()
                ? grid.getCluster().getMembers().size()
                : 0;
    }
}
