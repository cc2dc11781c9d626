package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.assignment;
import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.run.Outcome;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerGroup;
import io.carillon.engine.port.WorkerSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A gateway on doubles that stand still, and what its tests ask of it again and again. */
abstract class OneGateway {

    static final Capability H = new Capability("default", "h");
    static final Duration LEASE = Duration.ofSeconds(60);
    static final Duration HAND_OFF = Duration.ofSeconds(10);

    final SetTime time = new SetTime();
    final ScriptedOwners owners = new ScriptedOwners();
    final GridDoubles grid = new GridDoubles();
    /** To the worker that {@link #connect} connects. */
    final RecordedPush push = new RecordedPush();

    final List<Set<Capability>> woken = new ArrayList<>();
    final Gateway gateway = new Gateway(
            new GatewayPorts(owners, grid, grid, grid, time, GatewayEvents.NONE), new GatewaySettings(LEASE, HAND_OFF));

    OneGateway() {
        gateway.onFreeSlots(woken::add);
    }

    final WorkerSession connect(WorkerProfile profile) {
        return gateway.connect(profile, List.of(), push).orElseThrow();
    }

    final void start(int run, long token) {
        WorkerSlot slot = gateway.reserve(H, 1).get(0);
        gateway.assign(List.of(new Placed(slot, assignment(run, token))));
    }

    final void tick(Duration after) {
        time.advance(after);
        gateway.tick();
    }

    final int free() {
        return gateway.workers().stream().mapToInt(ConnectedWorker::free).sum();
    }

    final List<RunCommand> starts() {
        return owners.asked.stream().filter(RunCommand.Start.class::isInstance).toList();
    }

    static Offer offer(int run) {
        return new Offer(run(run), Made.job(run), H);
    }

    static ReportedEnd success(int run, long token) {
        return new ReportedEnd(held(run, token), new Outcome.Success(null));
    }

    static WorkerGroup group(int free) {
        return new WorkerGroup("default", Set.of("h"), false, 1, 2, free);
    }
}
