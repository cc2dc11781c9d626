package io.carillon.worker.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Addresses from their text. */
final class Addresses {
    private Addresses() {}

    static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getAllByName(literal)[0];
    }

    /** As the system does, but for names, which nobody knows. */
    static List<InetAddress> literalsOnly(String host) throws UnknownHostException {
        if (!host.contains(":") && !host.matches("[0-9.]+")) {
            throw new UnknownHostException(host);
        }
        return List.of(InetAddress.getAllByName(host));
    }
}
