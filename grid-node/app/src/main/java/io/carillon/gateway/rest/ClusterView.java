package io.carillon.gateway.rest;

import io.carillon.engine.gateway.ConnectedWorker;
import java.time.Duration;
import java.util.List;

/**
 * The cluster as this member sees it.
 *
 * @param expectedSize members of the healthy cluster
 * @param workers connected to this member
 */
public record ClusterView(
        String memberId,
        int expectedSize,
        Cp cp,
        List<Member> members,
        int shardsServed,
        long armedJobs,
        long liveRuns,
        Duration clockErrorBound,
        List<ConnectedWorker> workers) {

    public ClusterView {
        members = List.copyOf(members);
        workers = List.copyOf(workers);
    }

    /**
     * @param seats members that the CP group should have; 0: there is none
     * @param members that it has, as of a moment ago
     */
    public record Cp(int seats, int members, boolean whole) {}

    /** @param partitions of the grid that it owns */
    public record Member(String memberId, String address, int partitions) {}
}
