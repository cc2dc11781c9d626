package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.job.Payload;
import io.carillon.domain.note.LogLine;
import io.carillon.domain.note.Progress;
import io.carillon.domain.note.RunNote;
import io.carillon.domain.run.Outcome;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.gateway.GatewayEvents;
import io.carillon.engine.gateway.GatewayPorts;
import io.carillon.engine.gateway.GatewaySettings;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Leases.Renewal;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerSlot;
import io.carillon.gateway.api.FixedTime;
import io.carillon.worker.CarillonWorker;
import io.carillon.worker.WorkerBuilder;
import io.carillon.worker.handler.CheckpointException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The gateway and the worker of the product, over the wire between them. */
class RealWorkerTest {

    private static final Capability H = new Capability("default", "h");

    private final RunOwners owners = new RunOwners();
    private final QuietGrid grid = new QuietGrid();
    private final MemoryNotes notes = new MemoryNotes();
    private final Gateway gateway = new Gateway(
            new GatewayPorts(owners, grid, grid, grid, notes, new FixedTime(), GatewayEvents.NONE),
            new GatewaySettings(Duration.ofMinutes(1), Duration.ofSeconds(10)));
    private final ExecutorService pushThreads = Executors.newFixedThreadPool(2);
    private final Wire wire = new Wire(endpoint(Duration.ofMillis(100), Duration.ofSeconds(5)));

    @AfterEach
    void close() throws InterruptedException {
        wire.close();
        pushThreads.shutdownNow();
    }

    @Test
    void a_thousand_runs_go_through_ten_slots_and_each_is_reported_once() {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        try (CarillonWorker worker = start(CarillonWorker.builder().slots(10).handler("h", run -> {
            seen.add(run.runId() + "/" + run.fencingToken());
            return "{\"token\":" + run.fencingToken() + "}";
        }))) {
            assertThat(worker.id()).isEqualTo("w1");
            for (int token = 1; token <= 1_000; ) {
                List<Placed> placed = new ArrayList<>();
                for (WorkerSlot slot : gateway.reserve(H, 1_001 - token)) {
                    placed.add(new Placed(slot, Assigned.attempt(token, token)));
                    token++;
                }
                gateway.assign(placed);
                assertThat(gateway.workers()).allSatisfy(each -> {
                    assertThat(each.held()).isLessThanOrEqualTo(10);
                    assertThat(each.free()).isBetween(0, 10);
                });
                if (placed.isEmpty()) {
                    // None for a moment, if a slow machine makes the worker connect again.
                    await().until(() -> gateway.workers().stream().anyMatch(each -> each.free() > 0));
                }
            }
            await().until(() -> owners.reports().size() >= 1_000);
        }
        assertThat(seen).hasSize(1_000);
        assertThat(owners.reports())
                .hasSize(1_000)
                .allSatisfy(report -> assertThat(report.outcome())
                        .isEqualTo(new Outcome.Success(Payload.ofJson("{\"token\":" + report.fencingToken() + "}"))))
                .extracting(RunCommand.Report::fencingToken)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_worker_told_to_go_away_comes_back_and_still_holds_its_run() {
        CountDownLatch goOn = new CountDownLatch(1);
        try (CarillonWorker worker = start(CarillonWorker.builder().slots(5).handler("h", run -> {
            goOn.await();
            return null;
        }))) {
            assertThat(worker.status()).isNotNull();
            gateway.assign(List.of(new Placed(gateway.reserve(H, 1).get(0), Assigned.attempt(1, 7))));
            await().until(() -> owners.told.contains(new RunCommand.Accept(Assigned.run(1), 7)));

            gateway.closeAll("for a moment");
            await().until(() -> owners.told.contains(new RunCommand.Held(Assigned.run(1), 7, "w1")));
            await().until(() -> gateway.workers().stream().anyMatch(each -> each.held() == 1));
            goOn.countDown();

            await().until(() -> !owners.reports().isEmpty());
            await().until(() -> gateway.workers().stream().anyMatch(each -> each.held() == 0 && each.free() == 5));
        }
    }

    @Test
    void a_worker_that_shuts_down_finishes_or_hands_back_what_it_holds() {
        CountDownLatch never = new CountDownLatch(1);
        CarillonWorker worker = start(
                CarillonWorker.builder().slots(2).shutdownGrace(Duration.ZERO).handler("h", run -> {
                    never.await();
                    return null;
                }));
        gateway.assign(List.of(new Placed(gateway.reserve(H, 1).get(0), Assigned.attempt(1, 7))));
        await().until(() -> owners.told.contains(new RunCommand.Accept(Assigned.run(1), 7)));

        worker.close();

        await().until(() -> owners.told.contains(new RunCommand.HandBack(Assigned.run(1), 7)));
        await().until(() -> gateway.workers().isEmpty());
    }

    @Test
    void a_cancelled_run_is_stopped_and_reported_as_such() {
        CountDownLatch never = new CountDownLatch(1);
        try (CarillonWorker worker = start(CarillonWorker.builder().slots(2).handler("h", run -> {
            never.await();
            return null;
        }))) {
            assertThat(worker.id()).isEqualTo("w1");
            gateway.assign(List.of(new Placed(gateway.reserve(H, 1).get(0), Assigned.attempt(1, 7))));
            await().until(() -> owners.told.contains(new RunCommand.Accept(Assigned.run(1), 7)));

            assertThat(gateway.cancel(List.of(new Attempt(Assigned.run(1), 7)))).isEmpty();

            await().until(() ->
                    owners.told.contains(new RunCommand.Report(Assigned.run(1), 7, new Outcome.Cancelled())));
        }
    }

    @Test
    void what_a_handler_says_reaches_the_store_and_its_checkpoint_the_next_attempt() {
        try (CarillonWorker worker = start(CarillonWorker.builder().slots(2).handler("h", run -> {
            if (run.lastCheckpointText() != null) {
                return "{\"from\":\"" + run.lastCheckpointText() + "\"}";
            }
            run.progress(0.5, "half");
            run.log("first\nsecond \0 line");
            run.checkpoint("row 7");
            throw new IllegalStateException("halfway");
        }))) {
            assertThat(worker.id()).isEqualTo("w1");
            gateway.assign(List.of(new Placed(gateway.reserve(H, 1).get(0), Assigned.attempt(1, 7))));
            await().until(() -> owners.reports().size() == 1);
            gateway.assign(List.of(new Placed(gateway.reserve(H, 1).get(0), Assigned.attempt(1, 8))));
            await().until(() -> owners.reports().size() == 2);
        }

        assertThat(owners.reports().get(1).outcome())
                .isEqualTo(new Outcome.Success(Payload.ofJson("{\"from\":\"row 7\"}")));
        assertThat(notes.notes).anySatisfy(note -> assertThat(note.progress()).isEqualTo(new Progress(0.5, "half")));
        assertThat(notes.notes.stream()
                        .map(RunNote::log)
                        .filter(Objects::nonNull)
                        .flatMap(log -> log.lines().stream())
                        .map(LogLine::text))
                .containsExactly("first", "second   line");
    }

    @Test
    void checkpoint_of_an_attempt_without_the_right_is_refused_to_its_handler() {
        notes.staleTokens.add(7L);
        try (CarillonWorker worker = start(CarillonWorker.builder().slots(2).handler("h", run -> {
            try {
                run.checkpoint("too late");
                return "\"saved\"";
            } catch (CheckpointException e) {
                return "\"" + e.reason() + "\"";
            }
        }))) {
            assertThat(worker.id()).isEqualTo("w1");
            gateway.assign(List.of(new Placed(gateway.reserve(H, 1).get(0), Assigned.attempt(1, 7))));
            await().until(() -> owners.reports().size() == 1);
        }

        assertThat(owners.reports().get(0).outcome()).isEqualTo(new Outcome.Success(Payload.ofJson("\"LEASE_LOST\"")));
    }

    @Test
    void right_to_a_run_is_renewed_before_it_ends_and_long_before_the_next_heartbeat() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        try (Wire rare = new Wire(endpoint(Duration.ofMinutes(1), Duration.ofSeconds(2)));
                CarillonWorker worker = start(
                        rare,
                        CarillonWorker.builder()
                                .slots(2)
                                .shutdownGrace(Duration.ZERO)
                                .handler("h", run -> {
                                    never.await();
                                    return null;
                                }))) {
            assertThat(worker.id()).isEqualTo("w1");
            gateway.assign(List.of(new Placed(gateway.reserve(H, 1).get(0), Assigned.attempt(1, 7))));

            await().until(() -> grid.renewed.contains(new Renewal(Assigned.run(1), 7)));

            assertThat(owners.told).noneMatch(RunCommand.HandBack.class::isInstance);
        }
    }

    private WorkerEndpoint endpoint(Duration heartbeat, Duration acceptLease) {
        return new WorkerEndpoint(
                gateway, new WorkerTerms("member-1", Duration.ofMinutes(1), heartbeat, acceptLease), pushThreads);
    }

    private CarillonWorker start(WorkerBuilder builder) {
        return start(wire, builder);
    }

    private CarillonWorker start(Wire to, WorkerBuilder builder) {
        CarillonWorker worker = builder.id("w1").grid("127.0.0.1:" + to.port()).start();
        await().until(() -> gateway.workers().size() == 1);
        return worker;
    }
}
