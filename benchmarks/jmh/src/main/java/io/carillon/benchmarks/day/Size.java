package io.carillon.benchmarks.day;

/**
 * The machines.
 *
 * @param loops of each member
 * @param memberCores of each member
 * @param databases over which the shards are divided, as many for each
 * @param storeCores of each database
 * @param oneMachine members, databases and workers share the members' cores, as on a developer's machine
 */
record Size(int members, int loops, int memberCores, int databases, int storeCores, boolean oneMachine) {

    Size {
        if (members < 1 || members > 127 || loops < 1 || memberCores < 1 || databases < 1 || storeCores < 1) {
            throw new IllegalArgumentException("members are from 1 to 127, all else at least 1");
        }
        if (oneMachine && (members > 1 || databases > 1)) {
            throw new IllegalArgumentException("one machine has one member and one database here");
        }
    }

    int memberOf(int shard) {
        return shard % members;
    }

    /** Counted over all members. */
    int loopOf(int shard) {
        return memberOf(shard) * loops + shard / members % loops;
    }

    /** A member's shards lie in all databases: who owns a shard has nothing to do with where it is stored. */
    int databaseOf(int shard) {
        return shard * databases / 256;
    }
}
