package io.carillon.gateway.grpc;

import io.carillon.domain.access.Principal;
import java.util.function.Supplier;

/** Tells who makes the call that is being handled on this thread. */
@FunctionalInterface
public interface GrpcCaller extends Supplier<Principal> {

    /**
     * The same for what goes on after this moment, on other threads: asked again it looks whether the key is still good.
     *
     * <p>What it gives throws a {@link io.carillon.gateway.api.ProblemException} once it is not.
     */
    default Supplier<Principal> lasting() {
        Principal now = get();
        return () -> now;
    }

    /** Where there is no access control. */
    static GrpcCaller anonymous() {
        return () -> Principal.ANONYMOUS;
    }
}
