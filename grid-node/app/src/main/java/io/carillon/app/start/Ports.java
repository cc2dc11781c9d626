package io.carillon.app.start;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Looks whether a port can be had before anything else is started, so that its own option can be named. */
public final class Ports {

    private Ports() {}

    /** @param option that sets the port @throws StartException if it is taken */
    public static void requireFree(String host, int port, String option) {
        if (port == 0) {
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException e) {
            throw new StartException(
                    "port " + port + " on " + host + " cannot be had (" + e.getMessage() + "); choose another with "
                            + option + "=PORT",
                    e);
        }
    }
}
