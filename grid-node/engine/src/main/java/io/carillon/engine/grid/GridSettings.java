package io.carillon.engine.grid;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator says about a member's place in the grid. Everything else is in {@code config/hazelcast.yaml}.
 *
 * @param clusterName members with another name are strangers; not a secret
 * @param bindAddress the one address to listen on
 * @param publicAddress {@code host[:port]} under which others reach this member, if not the address it listens on
 * @param port of the grid, 1 to 65,535
 * @param portAutoIncrement takes the next free port if this one is taken; for members side by side on one machine
 * @param members {@code host:port} of each member to join; empty with no Kubernetes service: a single member
 * @param kubernetesService the headless service, as a DNS name, whose pods are the members; not with {@code members}
 * @param expectedSize members of the healthy cluster, 1 to {@value #SIZE_MAX}: from 3 on the smaller side of a split
 *     stops, and fencing tokens come from a CP group
 * @param fencesFromGrid false: fencing tokens come from the database, as is best for members embedded in other programs
 * @param mapStoreThreads threads that wait for the database on behalf of the maps, 1 to 256
 * @param configFile a changed {@code hazelcast.yaml}; null: the one that was built in
 */
public record GridSettings(
        String clusterName,
        String bindAddress,
        @Nullable String publicAddress,
        int port,
        boolean portAutoIncrement,
        List<String> members,
        @Nullable String kubernetesService,
        int expectedSize,
        boolean fencesFromGrid,
        int mapStoreThreads,
        @Nullable Path configFile) {

    public static final int SIZE_MAX = 64;
    public static final int PORT_DEFAULT = 5701;
    public static final int MAP_STORE_THREADS_DEFAULT = 16;

    private static final int CP_MEMBERS_MIN = 3;
    private static final int CP_MEMBERS_MAX = 7;

    public GridSettings {
        members = List.copyOf(members);
        if (clusterName.isBlank() || bindAddress.isBlank()) {
            throw new IllegalArgumentException("cluster name and bind address must not be empty");
        }
        requireIn("port", port, 1, 65_535);
        requireIn("expected size", expectedSize, 1, SIZE_MAX);
        requireIn("map store threads", mapStoreThreads, 1, 256);
        if (kubernetesService != null && !members.isEmpty()) {
            throw new IllegalArgumentException("name the members or the Kubernetes service, not both");
        }
    }

    /** A single member on this machine. */
    public static GridSettings single(String clusterName, int port) {
        return new GridSettings(
                clusterName, "127.0.0.1", null, port, false, List.of(), null, 1, true, MAP_STORE_THREADS_DEFAULT, null);
    }

    /** Members that hold the CP group, odd; 0: none, its objects live unsafely in a partition. */
    public int cpMembers() {
        if (expectedSize < CP_MEMBERS_MIN) {
            return 0;
        }
        int most = Math.min(expectedSize, CP_MEMBERS_MAX);
        return most % 2 == 0 ? most - 1 : most;
    }

    /** Members without which a side of a split stops; 0: no side stops. */
    public int majority() {
        return expectedSize < CP_MEMBERS_MIN ? 0 : expectedSize / 2 + 1;
    }

    private static void requireIn(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be from " + min + " to " + max + ", was " + value);
        }
    }
}
