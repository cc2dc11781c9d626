package io.carillon.engine.gateway;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.engine.port.Credits;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.port.WorkerGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The grid as a gateway sees it, in plain memory. */
final class GridDoubles implements Leases, Credits, Ownership {

    final Map<RunId, Lease> leases = new HashMap<>();
    final List<List<WorkerGroup>> advertised = new ArrayList<>();
    final Set<Capability> elsewhere = new HashSet<>();
    boolean leasesAway;
    boolean mayAct = true;

    void lease(HeldRun run, String worker) {
        leases.put(run.runId(), new Lease(run.fencingToken(), Instant.EPOCH, worker));
    }

    @Override
    public void grant(Map<RunId, Lease> granted) {
        leases.putAll(granted);
    }

    @Override
    public void release(Collection<RunId> runs) {
        runs.forEach(leases::remove);
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> lookUp(Collection<RunId> runs) {
        throw new UnsupportedOperationException("gateways look up no leases");
    }

    @Override
    public CompletableFuture<Map<RunId, Lease>> takeExpired(Collection<RunId> runs, Instant now) {
        throw new UnsupportedOperationException("gateways let no lease end");
    }

    @Override
    public CompletableFuture<Set<RunId>> renew(List<Renewal> renewals, Instant expiresAt) {
        if (leasesAway) {
            return CompletableFuture.failedFuture(new IllegalStateException("the grid does not answer"));
        }
        Set<RunId> missing = renewals.stream()
                .filter(renewal -> {
                    Lease lease = leases.get(renewal.runId());
                    return lease == null || lease.fencingToken() != renewal.fencingToken();
                })
                .map(Renewal::runId)
                .collect(Collectors.toSet());
        renewals.stream()
                .filter(renewal -> !missing.contains(renewal.runId()))
                .forEach(renewal -> leases.computeIfPresent(
                        renewal.runId(), (run, lease) -> new Lease(lease.fencingToken(), expiresAt, lease.workerId())));
        return CompletableFuture.completedFuture(missing);
    }

    @Override
    public void advertise(List<WorkerGroup> groups) {
        advertised.add(groups);
    }

    @Override
    public boolean registeredElsewhere(Capability capability) {
        return elsewhere.contains(capability);
    }

    @Override
    public Set<Integer> ownedShards() {
        throw new UnsupportedOperationException("gateways do not ask for shards");
    }

    @Override
    public String memberId() {
        return "member";
    }

    @Override
    public boolean mayAct() {
        return mayAct;
    }
}
