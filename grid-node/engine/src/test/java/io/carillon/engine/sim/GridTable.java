package io.carillon.engine.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who owns which shard, as the grid has decided it. Members hear of it one by one, each when it does. */
final class GridTable {

    private final World world;
    private final Chance chance;
    private final Map<Integer, String> owners = new TreeMap<>();
    private final List<SimMember> joined = new ArrayList<>();
    private long version;

    GridTable(World world) {
        this.world = world;
        this.chance = world.chance.fork();
    }

    /** Those whom the grid counts, whether they live or not. */
    List<SimMember> members() {
        return List.copyOf(joined);
    }

    String ownerOf(int shard) {
        return owners.getOrDefault(shard, "");
    }

    /** The member gets about its share of the shards. */
    void join(SimMember member) {
        if (member.node.isDead() || member.isLeaving() || joined.contains(member)) {
            return;
        }
        joined.add(member);
        for (int shard : World.SHARDS) {
            if (!owners.containsKey(shard) || chance.oneIn(joined.size())) {
                owners.put(shard, member.id);
            }
        }
        tell(Duration.ZERO);
    }

    /** The grid has found out that this one is gone, or cannot be heard: its shards go to the others. */
    void leave(SimMember member) {
        if (!joined.remove(member)) {
            return;
        }
        Set<Integer> held = new TreeSet<>();
        owners.forEach((shard, owner) -> {
            if (owner.equals(member.id)) {
                held.add(shard);
            }
        });
        owners.replaceAll(
                (shard, owner) -> owner.equals(member.id) && !joined.isEmpty() ? chance.one(joined).id : owner);
        if (joined.isEmpty()) {
            owners.clear();
        }
        if (joined.isEmpty() && member.node.isDead()) {
            world.leases.clear();
        } else if (!joined.isEmpty() && !member.isLeaving()) {
            // With nobody left there are no backups, and one that is only frozen still has all that it had.
            world.leases.memberDied(held);
        }
        joined.forEach(other ->
                world.agenda.after(chance.millis(0, 50), () -> other.node.run(() -> other.memberLeft(member.id))));
        tell(Duration.ZERO);
    }

    /** @param unseenFor for so long the last owner does not hear of it */
    void move(int shard, SimMember to, Duration unseenFor) {
        if (joined.contains(to)) {
            owners.put(shard, to.id);
            tell(unseenFor);
        }
    }

    /** Tells one who has missed something how it is now. */
    void tell(SimMember member, Duration delay) {
        long told = version;
        Map<Integer, String> as = Map.copyOf(owners);
        world.agenda.after(delay, () -> member.node.run(() -> member.ownership.told(told, as)));
    }

    private void tell(Duration unseenFor) {
        version++;
        world.timeline.remark(() -> "grid: owners " + owners);
        for (SimMember member : joined) {
            boolean loses = member.ownership.losesBy(owners);
            Duration delay = loses ? unseenFor : Duration.ZERO;
            tell(member, delay.plus(chance.millis(0, 50)));
        }
    }
}
