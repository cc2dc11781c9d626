package io.carillon.domain.store;

/**
 * How large the cluster is meant to be, as all members agree.
 *
 * @param expected members of the healthy cluster, from 1
 * @param former the expectation before the last change; equal to {@code expected} if there was none
 * @param cpMembers that hold the CP group: 0, or odd from 3; fixed while any member runs
 * @param version rises with every change
 */
public record ClusterSize(int expected, int former, int cpMembers, long version) {

    /** From here on a side of a split can be the smaller one, and there are members enough for a CP group. */
    public static final int SPLITTABLE = 3;

    private static final int CP_MEMBERS_MAX = 7;

    public ClusterSize {
        if (expected < 1 || former < 1) {
            throw new IllegalArgumentException("a cluster has members, not " + expected + " after " + former);
        }
        if (cpMembers != 0 && (cpMembers < SPLITTABLE || cpMembers > CP_MEMBERS_MAX || cpMembers % 2 == 0)) {
            throw new IllegalArgumentException("CP members must be 0, 3, 5 or 7, not " + cpMembers);
        }
    }

    /** CP members that suit a size: odd, at most {@value #CP_MEMBERS_MAX}; 0 below {@value #SPLITTABLE}. */
    public static int cpMembersFor(int expected) {
        if (expected < SPLITTABLE) {
            return 0;
        }
        int most = Math.min(expected, CP_MEMBERS_MAX);
        return most % 2 == 0 ? most - 1 : most;
    }

    /** Members without which a side of a split stops; 0: no side stops. */
    public static int majorityOf(int expected) {
        return expected < SPLITTABLE ? 0 : expected / 2 + 1;
    }
}
