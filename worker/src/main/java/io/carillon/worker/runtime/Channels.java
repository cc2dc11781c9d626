package io.carillon.worker.runtime;

import io.grpc.ManagedChannelBuilder;

/** How the channel to a member is made, for TLS or interceptors. */
@FunctionalInterface
public interface Channels {

    /** @param target as configured, usually {@code host:port} */
    ManagedChannelBuilder<?> forMember(String target);
}
