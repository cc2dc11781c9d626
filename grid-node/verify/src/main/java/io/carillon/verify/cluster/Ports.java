package io.carillon.verify.cluster;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of the loopback interface that are free. Not thread-safe. */
final class Ports {

    /** Below those from which connections leave, one of which could take the port of a process that was killed. */
    private static final int FIRST = 12_000;

    private static final int LAST = 32_000;
    private static final int APART = 97;

    private int next;

    /** Two that run side by side begin at different ones. */
    Ports(long processId) {
        next = FIRST + (int) (processId * APART % (LAST - FIRST - 1_000));
    }

    int next() {
        while (next < LAST) {
            int port = next++;
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Somebody else's; the next one may be free.
                next = port + 1;
            } catch (IOException e) {
                throw new ClusterException("cannot look for a free port: " + e.getMessage(), e);
            }
        }
        throw new ClusterException("no port from " + FIRST + " to " + LAST + " is free on the loopback interface");
    }
}
