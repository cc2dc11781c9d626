package io.carillon.engine.port;

import java.util.Set;

/** Which shards this member owns by the grid's table. A belief, not a right: the epoch in the store decides. */
public interface Ownership {

    Set<Integer> ownedShards();

    /** This member's identity, new at every start. */
    String memberId();

    /** False while this member is on the smaller side of a split or leaving: it must neither claim nor start. */
    boolean mayAct();
}
