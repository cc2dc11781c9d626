package io.carillon.gateway.rest;

import io.carillon.engine.gateway.ConnectedWorker;
import java.time.Duration;
import java.util.List;

/**
 * The cluster as this member sees it.
 *
 * @param workers connected to this member
 */
public record ClusterView(
        String memberId,
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

    /** @param partitions of the grid that it owns */
    public record Member(String memberId, String address, int partitions) {}
}
