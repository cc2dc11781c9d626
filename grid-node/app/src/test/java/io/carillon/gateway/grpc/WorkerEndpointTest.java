package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Payload;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.gateway.GatewayEvents;
import io.carillon.engine.gateway.GatewayPorts;
import io.carillon.engine.gateway.GatewaySettings;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerSlot;
import io.carillon.gateway.api.FixedTime;
import io.carillon.proto.v1.AcceptedBatch;
import io.carillon.proto.v1.CancelledByRequest;
import io.carillon.proto.v1.Capacity;
import io.carillon.proto.v1.Draining;
import io.carillon.proto.v1.Failure;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.HandBackBatch;
import io.carillon.proto.v1.Heartbeat;
import io.carillon.proto.v1.HeartbeatPart;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.Hello;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultBatch;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.Success;
import io.carillon.proto.v1.Welcome;
import io.carillon.proto.v1.WorkerMessage;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WorkerEndpointTest {

    private static final Capability H = new Capability("default", "h");

    private final RunOwners owners = new RunOwners();
    private final QuietGrid grid = new QuietGrid();
    private final Gateway gateway = new Gateway(
            new GatewayPorts(owners, grid, grid, grid, new FixedTime(), GatewayEvents.NONE),
            new GatewaySettings(Duration.ofMinutes(1), Duration.ofSeconds(10)));
    private final ExecutorService pushThreads = Executors.newFixedThreadPool(2);
    private final WorkerTerms terms =
            new WorkerTerms("member-1", Duration.ofMinutes(1), Duration.ofSeconds(20), Duration.ofSeconds(5));
    private final Wire wire = new Wire(new WorkerEndpoint(gateway, terms, pushThreads));

    @AfterEach
    void close() throws InterruptedException {
        wire.close();
        pushThreads.shutdownNow();
    }

    @Test
    void a_worker_is_welcomed_with_the_terms() {
        TestWorker worker = connected("w1", 5);

        assertThat(worker.received).containsExactly(GridMessages.welcome(terms));
        Welcome welcome = worker.received.get(0).getWelcome();
        assertThat(welcome.getLeaseDuration().getSeconds()).isEqualTo(60);
        assertThat(welcome.getHeartbeatInterval().getSeconds()).isEqualTo(20);
        assertThat(welcome.getAcceptLease().getSeconds()).isEqualTo(5);
        assertThat(gateway.workers()).hasSize(1);
    }

    @Test
    void an_assignment_says_all_a_handler_needs() {
        TestWorker worker = connected("w1", 5);
        HttpTarget http = new HttpTarget("http://a/", "PUT", Map.of("X", "1"));

        assign(Assigned.attempt(1, 7, Payload.ofJson("{\"a\":1}"), http));

        await().until(() -> worker.received.size() == 2);
        assertThat(worker.received.get(1).getAssignments().getAssignmentsList())
                .containsExactly(io.carillon.proto.v1.Assignment.newBuilder()
                        .setRunId(Assigned.run(1).toString())
                        .setJobId(Assigned.job(1).toString())
                        .setOwnerId("acme")
                        .setJobName("job 1")
                        .setHandler("h")
                        .setPayloadJson(ByteString.copyFromUtf8("{\"a\":1}"))
                        .setAttempt(2)
                        .setFencingToken(7)
                        .setNominalAt(WireTime.timestamp(Assigned.NOMINAL))
                        .setDueAt(WireTime.timestamp(Assigned.NOMINAL.plusSeconds(3)))
                        .setTimeout(WireTime.duration(Duration.ofMinutes(5)))
                        .setLeaseDuration(WireTime.duration(Duration.ofMinutes(1)))
                        .setTrigger(io.carillon.proto.v1.Trigger.TRIGGER_SCHEDULE)
                        .setHttp(io.carillon.proto.v1.HttpTarget.newBuilder()
                                .setUrl("http://a/")
                                .setMethod("PUT")
                                .putHeaders("X", "1"))
                        .setRevision(4)
                        .build());
    }

    @Test
    void what_a_worker_says_reaches_the_owners() {
        TestWorker worker = connected("w1", 5);
        assign(
                Assigned.attempt(1, 7, null, null),
                Assigned.attempt(2, 8, null, null),
                Assigned.attempt(3, 9, null, null));

        worker.send(WorkerMessage.newBuilder()
                .setAccepted(AcceptedBatch.newBuilder().addRuns(held(1, 7)))
                .build());
        worker.send(WorkerMessage.newBuilder()
                .setHandBack(HandBackBatch.newBuilder().addRuns(held(2, 8)))
                .build());
        worker.send(WorkerMessage.newBuilder()
                .setHeartbeat(Heartbeat.newBuilder().setSequence(41).addHeld(held(1, 7)))
                .build());
        worker.send(WorkerMessage.newBuilder()
                .setCapacity(Capacity.newBuilder().setSlots(4))
                .build());
        worker.send(WorkerMessage.newBuilder()
                .setDraining(Draining.getDefaultInstance())
                .build());

        await().until(() -> gateway.workers().stream().anyMatch(ConnectedWorker::draining));
        assertThat(owners.told)
                .containsExactly(
                        new RunCommand.Accept(Assigned.run(1), 7), new RunCommand.HandBack(Assigned.run(2), 8));
        await().until(() -> worker.received.contains(GridMessages.renewed(41)));
    }

    @Test
    void results_are_reported_in_full_and_acknowledged() {
        TestWorker worker = connected("w1", 5);

        worker.send(results(
                result(1, 7).setSuccess(Success.newBuilder().setResultJson(ByteString.copyFromUtf8("[1]"))),
                result(2, 8)
                        .setFailure(Failure.newBuilder()
                                .setKind(io.carillon.proto.v1.FailureKind.FAILURE_KIND_TIMEOUT)
                                .setErrorType("T")
                                .setErrorMessage("m")
                                .setErrorStack("s")
                                .setRetryAfter(WireTime.duration(Duration.ofSeconds(9)))),
                result(3, 9).setCancelled(CancelledByRequest.getDefaultInstance())));

        await().until(() -> acks(worker).size() == 3);
        assertThat(owners.reports())
                .containsExactly(
                        new RunCommand.Report(Assigned.run(1), 7, new Outcome.Success(Payload.ofJson("[1]"))),
                        new RunCommand.Report(
                                Assigned.run(2),
                                8,
                                new Outcome.Failure(
                                        FailureKind.TIMEOUT, new AttemptError("T", "m", "s"), Duration.ofSeconds(9))),
                        new RunCommand.Report(Assigned.run(3), 9, new Outcome.Cancelled()));
        assertThat(acks(worker))
                .allSatisfy(ack -> assertThat(ack.getVerdict()).isEqualTo(ResultVerdict.RESULT_VERDICT_ACCEPTED))
                .extracting(ResultAck::getFencingToken)
                .containsExactly(7L, 8L, 9L);
    }

    static Stream<Arguments> oddResults() {
        return Stream.of(
                arguments(result(1, 7), "no_outcome"),
                arguments(
                        result(1, 7).setSuccess(Success.newBuilder().setResultJson(ByteString.copyFromUtf8("{"))),
                        "invalid_result"),
                arguments(
                        result(1, 7)
                                .setSuccess(Success.newBuilder().setResultJson(ByteString.copyFrom(new byte[65_537]))),
                        "invalid_result"));
    }

    @ParameterizedTest
    @MethodSource("oddResults")
    void an_end_that_cannot_be_understood_is_a_failure_for_good(RunResult.Builder odd, String type) {
        TestWorker worker = connected("w1", 5);
        worker.send(results(odd));

        await().until(() -> !owners.reports().isEmpty());
        assertThat(owners.reports().get(0).outcome()).isInstanceOfSatisfying(Outcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.PERMANENT);
            assertThat(failure.error().type()).isEqualTo(type);
        });
    }

    @Test
    void a_failure_of_unknown_kind_may_be_retried() {
        TestWorker worker = connected("w1", 5);
        worker.send(results(result(1, 7).setFailure(Failure.newBuilder().setKindValue(99))));

        await().until(() -> !owners.reports().isEmpty());
        assertThat(owners.reports().get(0).outcome())
                .isInstanceOfSatisfying(
                        Outcome.Failure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(FailureKind.RETRYABLE));
    }

    static Stream<Arguments> badFirstMessages() {
        return Stream.of(
                arguments(WorkerMessage.getDefaultInstance(), "hello"),
                arguments(
                        WorkerMessage.newBuilder()
                                .setHeartbeat(Heartbeat.getDefaultInstance())
                                .build(),
                        "hello"),
                arguments(TestWorker.hello("", 5, "h"), "worker_id"),
                arguments(TestWorker.hello("x".repeat(201), 5, "h"), "worker_id"),
                arguments(TestWorker.hello("w", 0, "h"), "slots"),
                arguments(TestWorker.hello("w", -1, "h"), "slots"),
                arguments(TestWorker.hello("w", 100_001, "h"), "slots"),
                arguments(TestWorker.hello("w", 5), "handlers"),
                arguments(TestWorker.hello("w", 5, ""), "handlers"),
                arguments(
                        WorkerMessage.newBuilder()
                                .setHello(Hello.newBuilder()
                                        .setWorkerId("w")
                                        .setSlots(5)
                                        .addHandlers("h")
                                        .addHeld(HeldRun.newBuilder().setRunId("garbage")))
                                .build(),
                        "run_id"));
    }

    @ParameterizedTest
    @MethodSource("badFirstMessages")
    void a_worker_that_introduces_itself_badly_is_refused(WorkerMessage first, String field)
            throws InterruptedException, ExecutionException, TimeoutException {
        TestWorker worker = TestWorker.connect(wire.channel);
        worker.send(first);

        Status status = worker.ended.get(10, TimeUnit.SECONDS);
        assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(status.getDescription()).contains(field);
        assertThat(worker.received).isEmpty();
        assertThat(gateway.workers()).isEmpty();
    }

    @Test
    void a_member_that_may_not_act_takes_no_workers()
            throws InterruptedException, ExecutionException, TimeoutException {
        grid.mayAct = false;
        TestWorker worker = TestWorker.connect(wire.channel);
        worker.send(TestWorker.hello("w", 5, "h"));
        assertThat(worker.ended.get(10, TimeUnit.SECONDS).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(worker.received).isEmpty();
    }

    @Test
    void a_second_stream_of_a_worker_ends_the_first()
            throws InterruptedException, ExecutionException, TimeoutException {
        TestWorker first = connected("w1", 5);
        connected("w1", 5);
        assertThat(first.ended.get(10, TimeUnit.SECONDS).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(gateway.workers()).hasSize(1);
    }

    @Test
    void a_worker_that_says_nothing_more_or_breaks_off_is_gone() {
        TestWorker polite = connected("w1", 5);
        polite.complete();
        await().until(() -> gateway.workers().isEmpty());
        assertThat(polite.ended).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(Status.OK);

        TestWorker rude = connected("w2", 5);
        rude.breakOff();
        await().until(() -> gateway.workers().isEmpty());
    }

    @Test
    void a_leaving_member_tells_its_workers_and_lets_them_go_on() {
        TestWorker worker = connected("w1", 5);
        assign(Assigned.attempt(1, 7, null, null));
        gateway.sendAway("leaving");
        await().until(() -> worker.received.contains(GridMessages.goAway("leaving")));

        worker.send(results(result(1, 7).setSuccess(Success.getDefaultInstance())));
        await().until(() -> worker.received.stream().anyMatch(GridMessage::hasResultAcks));
    }

    @Test
    void many_assignments_travel_in_few_messages_each_within_its_bounds() {
        TestWorker worker = connected("w1", 10_000);
        Payload large = Payload.ofJson("\"" + "x".repeat(60_000) + "\"");

        assign(IntStream.rangeClosed(1, 2_000)
                .mapToObj(n -> Assigned.attempt(n, n, null, null))
                .toArray(Assignment[]::new));
        assign(IntStream.rangeClosed(2_001, 2_040)
                .mapToObj(n -> Assigned.attempt(n, n, large, null))
                .toArray(Assignment[]::new));

        await().until(() -> assigned(worker).size() == 2_040);
        assertThat(assigned(worker)).isSorted();
        assertThat(worker.received)
                .allSatisfy(message -> {
                    assertThat(message.getAssignments().getAssignmentsCount()).isLessThanOrEqualTo(256);
                    assertThat(message.getSerializedSize()).isLessThan(1 << 20);
                })
                .hasSizeLessThan(30);
    }

    @Test
    void what_a_slow_worker_does_not_read_waits_and_arrives_in_order() {
        TestWorker worker = TestWorker.connect(wire.channel, false);
        worker.send(TestWorker.hello("w1", 1_000, "h"));
        await().until(() -> !gateway.workers().isEmpty());
        Payload large = Payload.ofJson("\"" + "x".repeat(60_000) + "\"");
        for (int n = 1; n <= 200; n++) {
            assign(Assigned.attempt(n, n, large, null));
        }
        gateway.cancel(List.of(new Attempt(Assigned.run(1), 1)));
        gateway.revoke(List.of(new Attempt(Assigned.run(2), 2)));
        assertThat(worker.received).isEmpty();

        worker.read(1_000);

        await().until(() -> worker.received.stream().anyMatch(GridMessage::hasRevoke));
        assertThat(assigned(worker)).hasSize(200).isSorted();
        List<GridMessage> last = worker.received.subList(worker.received.size() - 2, worker.received.size());
        assertThat(last.get(0).getCancel().getRunsList()).containsExactly(held(1, 1));
        assertThat(last.get(1).getRevoke().getRunsList()).containsExactly(held(2, 2));
    }

    @Test
    void a_partial_heartbeat_is_no_word_on_what_it_leaves_out() {
        TestWorker worker = connected("w1", 5);
        assign(Assigned.attempt(1, 7, null, null), Assigned.attempt(2, 8, null, null));
        worker.send(WorkerMessage.newBuilder()
                .setHeartbeat(Heartbeat.newBuilder()
                        .setSequence(1)
                        .addHeld(held(1, 7))
                        .addHeld(held(2, 8)))
                .build());
        for (int sequence = 2; sequence <= 5; sequence++) {
            worker.send(WorkerMessage.newBuilder()
                    .setHeartbeat(Heartbeat.newBuilder()
                            .setSequence(sequence)
                            .addHeld(held(2, 8))
                            .setPartial(true))
                    .build());
        }

        await().until(() -> worker.received.contains(GridMessages.renewed(5)));
        assertThat(gateway.workers()).extracting(ConnectedWorker::held).containsExactly(2);
    }

    @Test
    void a_heartbeat_that_is_answered_in_part_names_what_is_not_renewed() {
        TestWorker worker = connected("w1", 5);
        assign(Assigned.attempt(1, 7, null, null), Assigned.attempt(2, 8, null, null));
        grid.missing = Set.of(Assigned.run(2));
        owners.silent = true;

        worker.send(WorkerMessage.newBuilder()
                .setHeartbeat(Heartbeat.newBuilder()
                        .setSequence(41)
                        .addHeld(held(1, 7))
                        .addHeld(held(2, 8)))
                .build());

        await().until(() -> worker.received.stream().anyMatch(GridMessage::hasHeartbeatPart));
        assertThat(worker.received.get(worker.received.size() - 1).getHeartbeatPart())
                .isEqualTo(HeartbeatPart.newBuilder()
                        .setSequence(41)
                        .addNotRenewed(held(2, 8))
                        .build());
        assertThat(worker.received).noneMatch(GridMessage::hasHeartbeatAck);
    }

    private TestWorker connected(String id, int slots) {
        TestWorker worker = TestWorker.connect(wire.channel);
        worker.send(TestWorker.hello(id, slots, "h"));
        await().until(() -> !worker.received.isEmpty());
        return worker;
    }

    private void assign(Assignment... assignments) {
        List<WorkerSlot> slots = gateway.reserve(H, assignments.length);
        assertThat(slots).hasSize(assignments.length);
        List<Placed> placed = new ArrayList<>();
        for (int n = 0; n < assignments.length; n++) {
            placed.add(new Placed(slots.get(n), assignments[n]));
        }
        gateway.assign(placed);
    }

    private static List<Long> assigned(TestWorker worker) {
        return worker.received.stream()
                .flatMap(message -> message.getAssignments().getAssignmentsList().stream())
                .map(io.carillon.proto.v1.Assignment::getFencingToken)
                .toList();
    }

    private static List<ResultAck> acks(TestWorker worker) {
        return worker.received.stream()
                .flatMap(message -> message.getResultAcks().getAcksList().stream())
                .toList();
    }

    private static WorkerMessage results(RunResult.Builder... results) {
        ResultBatch.Builder batch = ResultBatch.newBuilder();
        Stream.of(results).forEach(batch::addResults);
        return WorkerMessage.newBuilder().setResults(batch).build();
    }

    private static RunResult.Builder result(int run, long token) {
        return RunResult.newBuilder()
                .setRunId(Assigned.run(run).toString())
                .setJobId(Assigned.job(run).toString())
                .setFencingToken(token);
    }

    private static HeldRun held(int run, long token) {
        return HeldRun.newBuilder()
                .setRunId(Assigned.run(run).toString())
                .setJobId(Assigned.job(run).toString())
                .setFencingToken(token)
                .build();
    }
}
