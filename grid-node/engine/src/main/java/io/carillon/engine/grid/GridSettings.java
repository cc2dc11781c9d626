package io.carillon.engine.grid;

import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.grid.cp.CpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * @param expectedSize members of the healthy cluster, 1 to {@value #SIZE_MAX}, as the database says at the start: from 3
 *     on the smaller side of a split stops
 * @param cpMembers members that hold the CP group from which fencing tokens come, odd; 0: none, its objects live unsafely
 *     in a partition
 * @param cpResetAfter how long the CP group may be silent before it begins anew; zero: for ever
 * @param fencesFromGrid false: fencing tokens come from the database, as is best for members embedded in other programs
 * @param mapStoreThreads threads that wait for the database on behalf of the maps, 1 to 256
 * @param configFile a changed {@code hazelcast.yaml}; null: the one that was built in
 * @param terms what else, by its name, must be the same on all members that run at once
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
        int cpMembers,
        Duration cpResetAfter,
        boolean fencesFromGrid,
        int mapStoreThreads,
        @Nullable Path configFile,
        Map<String, String> terms) {

    public static final int SIZE_MAX = 64;
    public static final int PORT_DEFAULT = 5701;
    public static final int MAP_STORE_THREADS_DEFAULT = 16;

    public GridSettings {
        members = List.copyOf(members);
        terms = Map.copyOf(terms);
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
                clusterName,
                "127.0.0.1",
                null,
                port,
                false,
                List.of(),
                null,
                1,
                0,
                CpSettings.RESET_AFTER_DEFAULT,
                true,
                MAP_STORE_THREADS_DEFAULT,
                null,
                Map.of());
    }

    /** The same under the size that the members agree on. */
    public GridSettings sized(ClusterSize size) {
        return new GridSettings(
                clusterName,
                bindAddress,
                publicAddress,
                port,
                portAutoIncrement,
                members,
                kubernetesService,
                size.expected(),
                size.cpMembers(),
                cpResetAfter,
                fencesFromGrid,
                mapStoreThreads,
                configFile,
                terms);
    }

    /** The same with one more term. */
    public GridSettings withTerm(String name, String value) {
        Map<String, String> more = new HashMap<>(terms);
        more.put(name, value);
        return new GridSettings(
                clusterName,
                bindAddress,
                publicAddress,
                port,
                portAutoIncrement,
                members,
                kubernetesService,
                expectedSize,
                cpMembers,
                cpResetAfter,
                fencesFromGrid,
                mapStoreThreads,
                configFile,
                more);
    }

    private static void requireIn(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be from " + min + " to " + max + ", was " + value);
        }
    }
}
