package io.carillon.verify.cluster;

import java.util.List;

/**
 * A worker of the cluster under test.
 *
 * @param grid the stretches of network between it and each member
 */
public record ClusterWorker(ChildProcess process, List<TcpRelay> grid) {

    public ClusterWorker {
        grid = List.copyOf(grid);
    }
}
