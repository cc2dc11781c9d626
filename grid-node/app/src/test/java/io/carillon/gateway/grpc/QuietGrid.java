package io.carillon.gateway.grpc;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.port.WorkerGroup;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** A grid of one member in which every lease can be renewed. */
final class QuietGrid implements Leases, Credits, Ownership {

    volatile boolean mayAct = true;
    final Set<Renewal> renewed = ConcurrentHashMap.newKeySet();

    /** Leases that are not there, so that their owners are asked. */
    volatile Set<RunId> missing = Set.of();

    @Override
    public void grant(Map<RunId, Lease> leases) {}

    @Override
    public void release(Collection<RunId> runs) {}

    @Override
    public CompletableFuture<Map<RunId, Lease>> lookUp(Collection<RunId> runs) {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> takeExpired(Collection<RunId> runs, Instant now) {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public CompletableFuture<Set<RunId>> renew(List<Renewal> renewals, Instant expiresAt) {
        renewed.addAll(renewals);
        return CompletableFuture.completedFuture(missing);
    }

    @Override
    public void advertise(List<WorkerGroup> groups) {}

    @Override
    public boolean registeredElsewhere(Capability capability) {
        return false;
    }

    @Override
    public Set<Integer> ownedShards() {
        return Set.of();
    }

    @Override
    public String memberId() {
        return "member-1";
    }

    @Override
    public boolean mayAct() {
        return mayAct;
    }
}
