package io.carillon.gateway.grpc;

import io.carillon.domain.access.Principal;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.gateway.api.StoredDeadLetters;
import io.carillon.gateway.api.StoredLedger;
import io.carillon.gateway.api.StoredQuotas;
import io.carillon.gateway.api.StoredRows;
import io.carillon.gateway.api.StoredSurroundings;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.proto.v1.JobServiceGrpc;
import io.carillon.proto.v1.JobServiceGrpc.JobServiceBlockingStub;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The gRPC door for users in its real server, with doubles behind it. */
final class GrpcDoor implements AutoCloseable {

    final ScriptedOwners owners = new ScriptedOwners();
    final StoredRows rows = new StoredRows();
    final StoredLedger ledger = new StoredLedger();
    final StoredSurroundings grid = new StoredSurroundings();
    final StoredDeadLetters letters = new StoredDeadLetters();
    final FixedTime time = new FixedTime();
    /** Of the next calls. */
    volatile Principal caller = Principal.ANONYMOUS;

    private final ExecutorService queries = Executors.newSingleThreadExecutor();
    final Wire wire;

    GrpcDoor() {
        rows.jobs.addAll(List.of(Samples.plain(), Samples.full()));
        rows.runs.addAll(List.of(Samples.retried(), Samples.waiting()));
        ScheduleReader schedules = new ScheduleReader();
        JobRules rules = new JobRules(schedules);
        JobDesk desk = new JobDesk(owners, rules, time, Runnable::run);
        History history = new History(rows, time);
        wire = new Wire(
                new JobEndpoint(
                        new JobDesks(
                                desk,
                                new BatchDesk(owners, rules, time, Runnable::run),
                                new EditDesk(desk, rules, history, time, queries),
                                new BackfillDesk(desk, history, schedules, time, queries),
                                history),
                        time,
                        () -> caller,
                        queries),
                new LedgerEndpoint(
                        new LedgerDesk(ledger, schedules, Duration.ofDays(30), time),
                        new RunExplainer(history, grid::live, grid, time),
                        new TimeExplainer(ledger, schedules, time),
                        () -> caller,
                        queries),
                new DeadLetterEndpoint(desk, new DeadLetterDesk(letters, letters, time), time, () -> caller, queries),
                new OwnerEndpoint(new QuotaDesk(new StoredQuotas(), time), () -> caller, queries));
    }

    JobServiceBlockingStub jobs() {
        return JobServiceGrpc.newBlockingStub(wire.channel).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws InterruptedException {
        wire.close();
        queries.shutdownNow();
        owners.close();
    }
}
