package io.carillon.app.wiring;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.engine.gateway.WorkerProfile;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Leases;
import io.carillon.gateway.api.RunSurroundings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** What this member's grid knows of workers and leases, its own workers included. */
final class GridSurroundings implements RunSurroundings {

    private final HandOff handOff;
    private final Leases leases;
    private final Supplier<List<ConnectedWorker>> workers;

    /** @param workers those connected to this member */
    GridSurroundings(HandOff handOff, Leases leases, Supplier<List<ConnectedWorker>> workers) {
        this.handOff = handOff;
        this.leases = leases;
        this.workers = workers;
    }

    @Override
    public boolean anyWorkerFor(Capability capability) {
        return handOff.anyWorkerFor(capability);
    }

    @Override
    public int freeSlots(Capability capability) {
        int here = workers.get().stream()
                .filter(worker -> !worker.draining() && canRun(worker.profile(), capability))
                .mapToInt(ConnectedWorker::free)
                .sum();
        return here + handOff.credit(capability);
    }

    @Override
    public Optional<Leases.Lease> lease(RunId run, Duration limit) {
        try {
            return Optional.ofNullable(leases.lookUp(List.of(run))
                    .get(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .get(run));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static boolean canRun(WorkerProfile worker, Capability capability) {
        return worker.pool().equals(capability.pool())
                && (worker.anyHandler() || worker.handlers().contains(capability.handler()));
    }
}
