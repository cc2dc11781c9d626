package io.carillon.worker.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks up names. May block. */
@FunctionalInterface
interface Resolver {
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /** At least one address. */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
