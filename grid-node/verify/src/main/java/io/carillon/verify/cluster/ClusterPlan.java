package io.carillon.verify.cluster;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What cluster to start.
 *
 * @param members and {@code workers}: how many processes of each
 * @param memberJar the program under test; also the workers', unless they have one of their own
 * @param workerJar the stock worker's; null: the worker in the members' jar
 * @param memberJvm options of the members' virtual machines
 * @param memberSettings of every member, besides those for ports, database and cluster
 * @param slots of each worker
 * @param dir for logs and the processes' working directory
 */
public record ClusterPlan(
        int members,
        int workers,
        Path memberJar,
        @Nullable Path workerJar,
        List<String> memberJvm,
        List<String> memberSettings,
        int slots,
        Path dir) {

    /**
     * For virtual machines that live for minutes, and of which there are many: on two processors the optimising compiler alone took 28 % of
     * a member's time in ten minutes. Options after these win; no collector is among them, since a virtual machine that
     * is given two does not start.
     */
    public static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1");

    public ClusterPlan {
        memberJvm = List.copyOf(memberJvm);
        memberSettings = List.copyOf(memberSettings);
    }
}
