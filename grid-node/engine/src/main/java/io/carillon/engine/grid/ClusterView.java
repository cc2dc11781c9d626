package io.carillon.engine.grid;

import java.util.List;

/**
 * The cluster as this member sees it.
 *
 * @param memberId this member's
 * @param mayAct false on the smaller side of a split, and while leaving
 * @param safe every partition has its backup
 * @param members oldest first
 */
public record ClusterView(String name, String memberId, boolean mayAct, boolean safe, List<MemberView> members) {

    public ClusterView {
        members = List.copyOf(members);
    }

    /**
     * @param address {@code host:port} of the grid
     * @param shards owned by the grid's table
     */
    public record MemberView(String memberId, String address, boolean local, int shards) {}
}
