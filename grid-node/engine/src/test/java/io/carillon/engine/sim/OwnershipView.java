package io.carillon.engine.sim;

import io.carillon.engine.port.Ownership;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What one member believes of the grid's table. */
final class OwnershipView implements Ownership {

    private final World world;
    private final String memberId;
    private final Runnable hint;
    private Map<Integer, String> owners = Map.of();
    private long version = -1;
    private boolean mayAct = true;

    OwnershipView(World world, String memberId, Runnable hint) {
        this.world = world;
        this.memberId = memberId;
        this.hint = hint;
    }

    /** Older news than what is known is dropped. */
    void told(long newVersion, Map<Integer, String> newOwners) {
        if (newVersion > version) {
            version = newVersion;
            owners = newOwners;
            hint();
        }
    }

    boolean losesBy(Map<Integer, String> newOwners) {
        return ownedShards().stream().anyMatch(shard -> !memberId.equals(newOwners.get(shard)));
    }

    void mayAct(boolean value) {
        mayAct = value;
        hint();
    }

    String ownerOf(int shard) {
        return mayAct ? owners.getOrDefault(shard, "") : "";
    }

    /** What the member knows, whatever the product is told. */
    boolean reallyMayAct() {
        return mayAct;
    }

    @Override
    public Set<Integer> ownedShards() {
        Set<Integer> owned = new TreeSet<>();
        owners.forEach((shard, owner) -> {
            if (mayAct() && owner.equals(memberId)) {
                owned.add(shard);
            }
        });
        return owned;
    }

    @Override
    public String memberId() {
        return memberId;
    }

    @Override
    public boolean mayAct() {
        return mayAct || world.without(Mutation.MAY_ACT);
    }

    private void hint() {
        if (!world.mix.hits(Fault.HINT_LOST)) {
            hint.run();
        }
    }
}
