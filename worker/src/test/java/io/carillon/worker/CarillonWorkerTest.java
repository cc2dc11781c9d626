package io.carillon.worker;

import static io.carillon.worker.InProcessGrid.run;
import static io.carillon.worker.InProcessGrid.runId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.carillon.client.RunTrigger;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.HeldRun;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.Trigger;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.RunContext;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The worker on its real threads, over real gRPC, in one process with the grid. */
class CarillonWorkerTest {
    private final List<AutoCloseable> open = new ArrayList<>();
    /** Ends handlers that block, lest the close waits for its grace. */
    private final CountDownLatch release = new CountDownLatch(1);

    private InProcessGrid grid;

    @BeforeAll
    static void be_patient_on_a_busy_machine() {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    }

    @BeforeEach
    void start_grid(TestInfo test) {
        grid = opened(new InProcessGrid(test.getDisplayName()));
    }

    @AfterEach
    void close_everything() throws Exception {
        release.countDown();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void handler_gets_all_there_is_to_know_and_its_result_is_reported() throws Exception {
        LinkedBlockingQueue<RunContext> seen = new LinkedBlockingQueue<>();
        start(5, run -> {
            seen.add(run);
            return "{\"answer\":42}";
        });

        grid.assign(Assignment.newBuilder()
                .setRunId(runId(1))
                .setJobId(InProcessGrid.JOB)
                .setJobName("nightly")
                .setOwnerId("acme")
                .setHandler("h")
                .setPayloadJson(ByteString.copyFromUtf8("{\"ü\":1}"))
                .setAttempt(3)
                .setFencingToken(77)
                .setRevision(2)
                .setTrigger(Trigger.TRIGGER_BACKFILL)
                .setNominalAt(Timestamp.newBuilder().setSeconds(1_000))
                .setDueAt(Timestamp.newBuilder().setSeconds(1_001))
                .setTimeout(InProcessGrid.millis(300_000))
                .setLeaseDuration(InProcessGrid.millis(60_000))
                .build());

        RunContext run = seen.poll(10, TimeUnit.SECONDS);
        assertThat(run).isNotNull();
        assertThat(run.runId()).isEqualTo(UUID.fromString(runId(1)));
        assertThat(run.jobId()).isEqualTo(UUID.fromString(InProcessGrid.JOB));
        assertThat(run.jobName()).isEqualTo("nightly");
        assertThat(run.ownerId()).isEqualTo("acme");
        assertThat(run.payload()).isEqualTo("{\"ü\":1}");
        assertThat(run.payloadUtf8()).hasSize(8);
        assertThat(run.attempt()).isEqualTo(3);
        assertThat(run.fencingToken()).isEqualTo(77);
        assertThat(run.revision()).isEqualTo(2);
        assertThat(run.trigger()).isEqualTo(RunTrigger.BACKFILL);
        assertThat(run.nominalAt()).isEqualTo(Instant.ofEpochSecond(1_000));
        assertThat(run.dueAt()).isEqualTo(Instant.ofEpochSecond(1_001));
        assertThat(run.timeLeft()).isBetween(Duration.ofSeconds(200), Duration.ofSeconds(300));
        assertThat(run.http()).isNull();
        await().until(() -> !grid.results().isEmpty());
        assertThat(grid.results().get(0).getSuccess().getResultJson().toStringUtf8())
                .isEqualTo("{\"answer\":42}");
        await().until(() -> worker().status().unacknowledged() == 0);
    }

    @Test
    void run_outlives_a_broken_stream_and_its_result_arrives_on_the_next_one() {
        start(5, this::block);
        grid.assign(run(runId(1), 1, "h"));
        await().until(() -> worker().status().atWork() == 1);

        grid.cutStream();
        grid.awaitWorker();

        assertThat(grid.hellos.get(1).getHeldList()).containsExactly(InProcessGrid.held(runId(1), 1));
        release.countDown();
        await().until(() -> !grid.results().isEmpty());
        assertThat(grid.results().get(0).hasSuccess()).isTrue();
    }

    @Test
    void result_is_sent_again_on_each_stream_until_it_is_acknowledged() {
        grid.acknowledgesResults = false;
        start(5, run -> null);
        grid.assign(run(runId(1), 1, "h"));
        await().until(() -> grid.results().size() == 1);

        grid.cutStream();
        grid.awaitWorker();
        await().until(() -> grid.results().size() == 2);

        grid.acknowledgesResults = true;
        grid.cutStream();
        await().until(() -> worker().status().unacknowledged() == 0);
        assertThat(grid.results())
                .hasSize(3)
                .allSatisfy(result -> assertThat(result.getRunId()).isEqualTo(runId(1)));
    }

    @Test
    void worker_fails_over_to_another_member(TestInfo test) {
        InProcessGrid other = opened(new InProcessGrid(test.getDisplayName() + "-other"));
        opened(builder(5, run -> null).grid(grid.name + "," + other.name).start());
        await().until(() -> grid.hellos.size() + other.hellos.size() == 1);
        InProcessGrid first = grid.hellos.isEmpty() ? other : grid;
        InProcessGrid second = first == grid ? other : grid;

        first.close();

        second.awaitWorker();
        second.assign(run(runId(1), 1, "h"));
        await().until(() -> second.results().size() == 1);
    }

    @Test
    void heartbeats_go_on_while_all_handlers_block() {
        grid.heartbeatMillis = 50;
        start(3, this::block);
        grid.assign(run(runId(1), 1, "h"), run(runId(2), 2, "h"), run(runId(3), 3, "h"));
        await().until(() -> worker().status().atWork() == 3);
        long before = grid.ofKind(MessageCase.HEARTBEAT).count();

        await().until(() -> grid.ofKind(MessageCase.HEARTBEAT).count() > before + 5);

        assertThat(grid.messages.get(grid.messages.size() - 1).getHeartbeat().getHeldList())
                .extracting(HeldRun::getRunId)
                .containsExactlyInAnyOrder(runId(1), runId(2), runId(3));
    }

    @Test
    void cancel_interrupts_the_handler() {
        start(5, this::block);
        grid.assign(run(runId(1), 1, "h"));
        await().until(() -> worker().status().atWork() == 1);

        grid.cancel(runId(1), 1);

        await().until(() -> !grid.results().isEmpty());
        assertThat(grid.results().get(0).hasCancelled()).isTrue();
    }

    @Test
    void revoke_interrupts_the_handler_and_frees_its_slot() throws Exception {
        CompletableFuture<Boolean> leaseValid = new CompletableFuture<>();
        start(1, run -> {
            try {
                return block(run);
            } finally {
                leaseValid.complete(run.leaseStillValid());
            }
        });
        grid.assign(run(runId(1), 1, "h"));
        await().until(() -> worker().status().atWork() == 1);

        grid.revoke(runId(1), 1);

        assertThat(leaseValid.get(10, TimeUnit.SECONDS)).isFalse();
        await().until(() -> worker().status().stuck() == 0);
        assertThat(grid.results()).isEmpty();
    }

    @Test
    void interrupt_hits_the_handler_it_was_meant_for_and_no_other() {
        AtomicInteger interrupted = new AtomicInteger();
        start(1, run -> {
            if (run.attempt() == 2) {
                return block(run);
            }
            if (Thread.interrupted()) {
                interrupted.incrementAndGet();
            }
            return null;
        });
        for (int i = 0; i < 200; i++) {
            long token = 2L * i + 1;
            grid.assign(run(runId(2 * i), token, "h").toBuilder().setAttempt(2).build());
            grid.cancel(runId(2 * i), token);
            grid.assign(run(runId(2 * i + 1), token + 1, "h"));
            int expected = i + 1;
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> grid.results().size() + grid.handedBack().size() >= 2 * expected);
        }

        assertThat(interrupted).hasValue(0);
    }

    @Test
    void handler_that_takes_too_long_is_interrupted_and_reported() {
        start(5, this::block);

        grid.assign(run(runId(1), 1, "h").toBuilder()
                .setTimeout(InProcessGrid.millis(100))
                .build());

        await().until(() -> !grid.results().isEmpty());
        assertThat(grid.results().get(0).getFailure().getKind()).isEqualTo(FailureKind.FAILURE_KIND_TIMEOUT);
        await().until(() -> worker().status().stuck() == 0);
    }

    @Test
    void stuck_handler_keeps_its_slot_and_is_counted() {
        AtomicBoolean stubborn = new AtomicBoolean(true);
        start(2, run -> {
            while (stubborn.get()) {
                Thread.interrupted();
                Thread.onSpinWait();
            }
            return null;
        });
        try {
            grid.assign(run(runId(1), 1, "h").toBuilder()
                    .setTimeout(InProcessGrid.millis(50))
                    .build());
            await().until(() -> worker().status().stuck() == 1);
            await().until(() -> grid.ofKind(MessageCase.CAPACITY)
                    .anyMatch(message -> message.getCapacity().getSlots() == 1));
        } finally {
            stubborn.set(false);
        }
        await().until(() -> worker().status().stuck() == 0);
        await().until(() -> grid.ofKind(MessageCase.CAPACITY)
                .anyMatch(message -> message.getCapacity().getSlots() == 2));
    }

    @Test
    void without_acknowledgements_the_handler_is_stopped_before_its_lease_ends() {
        grid.heartbeatMillis = 60_000;
        start(5, this::block);
        grid.acknowledgesHeartbeats = false;

        grid.assign(run(runId(1), 1, "h").toBuilder()
                .setLeaseDuration(InProcessGrid.millis(400))
                .build());

        await().until(() -> !grid.handedBack().isEmpty());
        assertThat(worker().status().leasesLost()).isEqualTo(1);
        assertThat(grid.results()).isEmpty();
    }

    @Test
    void close_waits_for_runs_at_work() throws Exception {
        start(5, this::block);
        grid.assign(run(runId(1), 1, "h"));
        await().until(() -> worker().status().atWork() == 1);

        CompletableFuture<Void> closed = CompletableFuture.runAsync(worker()::close);
        await().until(() -> grid.ofKind(MessageCase.DRAINING).findAny().isPresent());
        assertThat(closed).isNotDone();
        release.countDown();

        closed.get(10, TimeUnit.SECONDS);
        assertThat(grid.results()).hasSize(1);
        assertThat(grid.handedBack()).isEmpty();
    }

    @Test
    void close_hands_back_what_does_not_end_within_the_grace() {
        CarillonWorker worker =
                builder(5, this::block).shutdownGrace(Duration.ofMillis(50)).start();
        grid.awaitWorker();
        grid.assign(run(runId(1), 1, "h"), run(runId(2), 2, "h"));
        await().until(() -> worker.status().atWork() == 2);

        worker.close();
        worker.close();

        assertThat(grid.handedBack()).extracting(HeldRun::getRunId).containsExactlyInAnyOrder(runId(1), runId(2));
        assertThat(worker.status().connected()).isFalse();
    }

    @Test
    void interrupted_close_ends_the_grace_at_once() throws Exception {
        start(5, this::block);
        grid.assign(run(runId(1), 1, "h"));
        await().until(() -> worker().status().atWork() == 1);
        CompletableFuture<Boolean> flagKept = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            worker().close();
            flagKept.complete(Thread.currentThread().isInterrupted());
        });
        closer.start();
        await().until(() -> grid.ofKind(MessageCase.DRAINING).findAny().isPresent());

        closer.interrupt();

        assertThat(flagKept.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(grid.handedBack()).hasSize(1);
    }

    @Test
    void no_more_handlers_are_at_work_than_there_are_slots() {
        AtomicInteger atWork = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Random random = new Random(20_270_101);
        int slots = 8;
        start(slots, run -> {
            most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
            for (int i = 0; i < 1_000; i++) {
                Thread.onSpinWait();
            }
            atWork.decrementAndGet();
            return null;
        });

        int assigned = 0;
        while (assigned < 5_000) {
            int batch = 1 + random.nextInt(2 * slots);
            int from = assigned;
            assigned += batch;
            grid.assign(IntStream.range(from, assigned)
                    .mapToObj(i -> run(runId(i), i + 1, "h"))
                    .toArray(Assignment[]::new));
            int answers = assigned;
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> grid.results().size() + grid.handedBack().size() == answers);
        }

        assertThat(most.get()).isBetween(2, slots);
        assertThat(grid.results()).extracting(RunResult::getRunId).doesNotHaveDuplicates();
    }

    @Test
    void worker_starts_before_the_grid_does(TestInfo test) {
        String name = test.getDisplayName() + "-late";
        opened(builder(5, run -> null).grid(name).start());
        await().until(() -> worker().status().connects() > 1);

        InProcessGrid late = opened(new InProcessGrid(name));

        late.awaitWorker();
    }

    @Test
    void builder_refuses_what_makes_no_sense() {
        assertThatThrownBy(() -> CarillonWorker.builder().start()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> CarillonWorker.builder().grid(" , ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CarillonWorker.builder().handler("", run -> null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> CarillonWorker.builder().handler("a", run -> null).handler("a", run -> null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CarillonWorker.builder()
                        .handler("a", run -> null)
                        .slots(0)
                        .start())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CarillonWorker.builder().shutdownGrace(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private @Nullable String block(RunContext run) throws InterruptedException {
        if (!release.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody released " + run);
        }
        return null;
    }

    private void start(int slots, JobHandler handler) {
        opened(builder(slots, handler).start());
        grid.awaitWorker();
    }

    private WorkerBuilder builder(int slots, JobHandler handler) {
        return CarillonWorker.builder()
                .grid(grid.name)
                .channels(InProcessChannelBuilder::forName)
                .id("w1")
                .slots(slots)
                .handler("h", handler);
    }

    private CarillonWorker worker() {
        return open.stream()
                .filter(CarillonWorker.class::isInstance)
                .map(CarillonWorker.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private <C extends AutoCloseable> C opened(C closeable) {
        open.add(closeable);
        return closeable;
    }
}
