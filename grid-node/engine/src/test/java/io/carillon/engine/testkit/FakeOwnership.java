package io.carillon.engine.testkit;

import io.carillon.engine.port.Ownership;
import java.util.Set;
import java.util.TreeSet;

/** What the grid tells one member. */
public final class FakeOwnership implements Ownership {

    private final String memberId;
    private final Set<Integer> owned = new TreeSet<>();
    private boolean mayAct = true;

    public FakeOwnership(String memberId) {
        this.memberId = memberId;
    }

    public void own(Set<Integer> shards) {
        owned.clear();
        owned.addAll(shards);
    }

    public void mayAct(boolean value) {
        mayAct = value;
    }

    @Override
    public Set<Integer> ownedShards() {
        return Set.copyOf(owned);
    }

    @Override
    public String memberId() {
        return memberId;
    }

    @Override
    public boolean mayAct() {
        return mayAct;
    }
}
