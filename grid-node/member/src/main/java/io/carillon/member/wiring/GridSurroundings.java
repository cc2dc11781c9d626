package io.carillon.member.wiring;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.RunId;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.command.RunReply.Waits;
import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.engine.gateway.WorkerProfile;
import io.carillon.engine.port.HandOff;
import io.carillon.engine.port.Leases;
import io.carillon.gateway.api.RunSurroundings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** What this member's grid knows of workers, leases and runs, its own workers included. */
final class GridSurroundings implements RunSurroundings {

    private final HandOff handOff;
    private final Leases leases;
    private final Owners owners;
    private final Supplier<List<ConnectedWorker>> workers;

    /** @param workers those connected to this member */
    GridSurroundings(HandOff handOff, Leases leases, Owners owners, Supplier<List<ConnectedWorker>> workers) {
        this.handOff = handOff;
        this.leases = leases;
        this.owners = owners;
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
        return within(limit, leases.lookUp(List.of(run))).map(found -> found.get(run));
    }

    @Override
    public Optional<Waits> waits(RunId run, Duration limit) {
        CompletableFuture<RunReply> answer = new CompletableFuture<>();
        owners.submit(List.of(new Request.OfRun(new RunCommand.Explain(run), answer::complete)));
        return within(limit, answer).filter(Waits.class::isInstance).map(Waits.class::cast);
    }

    private static <T> Optional<T> within(Duration limit, CompletableFuture<T> answer) {
        try {
            return Optional.ofNullable(answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
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
