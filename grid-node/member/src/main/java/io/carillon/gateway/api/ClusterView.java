package io.carillon.gateway.api;

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
        TimeZones timeZones,
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

    /**
     * @param version of the tz database that the cluster plans by
     * @param runtimeVersion of the one that this member's JDK has
     * @param edition how often it has changed, from 1
     * @param shardsBehind with jobs that may still be planned by an older edition
     * @param jobsReplanned planned anew by this edition, in shards that are done
     * @param nextTimesMoved of these, those whose next time is another one
     */
    public record TimeZones(
            String version,
            String runtimeVersion,
            int edition,
            int shardsBehind,
            long jobsReplanned,
            long nextTimesMoved) {}

    /** @param partitions of the grid that it owns */
    public record Member(String memberId, String address, int partitions) {}
}
