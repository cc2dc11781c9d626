package io.carillon.engine.grid;

import io.carillon.domain.store.ClusterSize;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an operator says about a member's place in the grid. Everything else is in {@code config/hazelcast.yaml}.
 *
 * @param clusterName members with another name are strangers; not a secret
 * @param mapStoreThreads threads that wait for the database on behalf of the maps, 1 to 256
 * @param configFile a changed {@code hazelcast.yaml}; null: the one that was built in
 * @param terms what else, by its name, must be the same on all members that run at once
 * @param jet whether statistics are made
 */
public record GridSettings(
        String clusterName,
        GridAddress address,
        GridPeers peers,
        GridCp cp,
        int mapStoreThreads,
        @Nullable Path configFile,
        Map<String, String> terms,
        boolean jet) {

    public static final int MAP_STORE_THREADS_DEFAULT = 16;

    public GridSettings {
        terms = Map.copyOf(terms);
        if (clusterName.isBlank()) {
            throw new IllegalArgumentException("the cluster name must not be empty");
        }
        requireIn("map store threads", mapStoreThreads, 1, 256);
        if (!address.listens() && !(peers.members().isEmpty() && peers.kubernetesService() == null)) {
            throw new IllegalArgumentException("a member with others must listen for them");
        }
    }

    /** Without statistics. */
    public GridSettings(
            String clusterName,
            GridAddress address,
            GridPeers peers,
            GridCp cp,
            int mapStoreThreads,
            @Nullable Path configFile,
            Map<String, String> terms) {
        this(clusterName, address, peers, cp, mapStoreThreads, configFile, terms, false);
    }

    /** A single member on this machine. */
    public static GridSettings single(String clusterName, int port) {
        return new GridSettings(
                clusterName,
                GridAddress.loopback(port),
                GridPeers.NONE,
                GridCp.of(0),
                MAP_STORE_THREADS_DEFAULT,
                null,
                Map.of());
    }

    /** The same under the size that the members agree on. */
    public GridSettings sized(ClusterSize size) {
        return new GridSettings(
                clusterName,
                address,
                peers.sized(size.expected()),
                cp.sized(size.cpMembers()),
                mapStoreThreads,
                configFile,
                terms,
                jet);
    }

    /** The same with statistics, or without. */
    public GridSettings withJet(boolean enabled) {
        return new GridSettings(clusterName, address, peers, cp, mapStoreThreads, configFile, terms, enabled);
    }

    /** The same with one more term. */
    public GridSettings withTerm(String name, String value) {
        Map<String, String> more = new HashMap<>(terms);
        more.put(name, value);
        return new GridSettings(clusterName, address, peers, cp, mapStoreThreads, configFile, more, jet);
    }

    static void requireIn(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be from " + min + " to " + max + ", was " + value);
        }
    }
}
