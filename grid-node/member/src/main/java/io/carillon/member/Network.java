package io.carillon.member;

import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.grid.GridAddress;
import io.carillon.engine.grid.GridCp;
import io.carillon.engine.grid.GridPeers;
import io.carillon.engine.grid.GridSettings;
import io.carillon.engine.grid.cp.CpSettings;
import io.carillon.member.wiring.StartException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has been said to a builder about other members, clients and workers; nothing said: nobody comes, and no port is opened. */
final class Network {

    private static final String LOOPBACK = "127.0.0.1";

    String clusterName = "carillon";
    List<String> members = List.of();

    @Nullable
    Integer expectedSize;

    @Nullable
    String bindAddress;

    @Nullable
    Integer port;

    @Nullable
    Path hazelcastFile;

    boolean cpFences;

    @Nullable
    Integer grpcPort;

    String grpcAddress = LOOPBACK;
    boolean insecure;

    /** @param terms what must be the same on all members that run at once */
    GridSettings grid(Map<String, String> terms) {
        int size = expectedSize != null ? expectedSize : Math.max(1, members.size());
        return new GridSettings(
                clusterName,
                address(),
                new GridPeers(members, null, size),
                new GridCp(cpFences ? ClusterSize.cpMembersFor(size) : 0, CpSettings.RESET_AFTER_DEFAULT, cpFences),
                GridSettings.MAP_STORE_THREADS_DEFAULT,
                hazelcastFile,
                terms);
    }

    /** Where remote clients and workers come; null: nowhere. */
    @Nullable
    InetSocketAddress grpc() {
        if (grpcPort == null) {
            return null;
        }
        requireMeant("grpcAddress", grpcAddress);
        return new InetSocketAddress(grpcAddress, grpcPort);
    }

    private GridAddress address() {
        if (port == null && bindAddress == null && members.isEmpty()) {
            if (expectedSize != null && expectedSize > 1) {
                throw new IllegalStateException(
                        "a cluster of " + expectedSize + " members needs an address for them: say port and members");
            }
            return GridAddress.NOWHERE;
        }
        String bind = bindAddress == null ? LOOPBACK : bindAddress;
        requireMeant("bindAddress", bind);
        return new GridAddress(bind, null, port == null ? GridAddress.PORT_DEFAULT : port, false);
    }

    private void requireMeant(String what, String address) {
        try {
            if (!insecure && !InetAddress.getByName(address).isLoopbackAddress()) {
                throw new StartException(what + " " + address
                        + " listens beyond this machine without access control: use " + LOOPBACK
                        + ", or allow it with insecure(true) (carillon.security.insecure=true)");
            }
        } catch (UnknownHostException e) {
            throw new StartException(what + " " + address + " is not an address of this machine", e);
        }
    }
}
