package io.carillon.worker.http;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Addresses from their text. */
final class Addresses {
    private Addresses() {}

    static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getAllByName(literal)[0];
    }
}
