package io.carillon.gateway.grpc;

import io.grpc.Server;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;

/** Where a process on the same machine finds a door. */
public final class NearAddress {

    private static final String LOCALHOST = "localhost";
    private static final String FIRST_LOOPBACK = "127.0.0.1";

    private NearAddress() {}

    /**
     * @param door that has started
     * @return {@code host:port}
     */
    public static String of(Server door) {
        return of(door.getListenSockets(), door.getPort());
    }

    static String of(List<? extends SocketAddress> listening, int port) {
        for (SocketAddress each : listening) {
            if (each instanceof InetSocketAddress socket && socket.getAddress() != null) {
                return host(socket.getAddress()) + ":" + port;
            }
        }
        return LOCALHOST + ":" + port;
    }

    private static String host(InetAddress address) {
        String text = address.getHostAddress();
        if (address.isAnyLocalAddress() || text.equals(FIRST_LOOPBACK)) {
            return LOCALHOST;
        }
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }
}
