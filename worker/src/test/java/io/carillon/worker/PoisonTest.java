package io.carillon.worker;

import static io.carillon.worker.InProcessGrid.millis;
import static io.carillon.worker.InProcessGrid.run;
import static io.carillon.worker.InProcessGrid.runId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.WorkerMessage.MessageCase;
import io.carillon.worker.handler.JobHandler;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Handlers that do the worst, on real threads beside a good one: the good one's runs go on, heartbeats go on, and the bad run is
 * reported, or its slot counted as stuck.
 */
class PoisonTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Object HELD_BY_NOBODY_THAT_LEAVES = new Object();
    /** Lets the stubborn ones go when the test is over. */
    private static final AtomicBoolean OVER = new AtomicBoolean();

    /** @param type of the error that is reported */
    record Poison(String name, JobHandler handler, FailureKind kind, String type) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Poison> poisons() {
        return Stream.of(
                failing("throws an error", run -> {
                    throw new AssertionError("no");
                }),
                failing("runs out of stack", run -> String.valueOf(depth(0))),
                failing(
                        "asks for more memory than there can be",
                        run -> String.valueOf(new long[Integer.MAX_VALUE].length)),
                failing("has its thread killed", run -> {
                    throw new ThreadDeath();
                }),
                failing("lacks a class", run -> {
                    throw new NoClassDefFoundError("some/Driver");
                }),
                failing("fails in its class's initializer", run -> Broken.VALUE),
                failing("leaves its interrupt behind", run -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted by itself");
                }),
                new Poison(
                        "throws what cannot be printed",
                        run -> {
                            throw new Unprintable();
                        },
                        FailureKind.FAILURE_KIND_RETRYABLE,
                        Unprintable.class.getName()),
                forGood("returns what is no JSON", run -> "{\"half\":"),
                forGood("returns too much", run -> "\"" + "x".repeat(70_000) + "\""),
                forGood("returns very much", run -> "x".repeat(50_000_000)),
                stuck("loops for ever and ignores interrupts", run -> {
                    while (!OVER.get()) {
                        Thread.onSpinWait();
                    }
                    return null;
                }),
                stuck("swallows interrupts", run -> {
                    while (!OVER.get()) {
                        Thread.interrupted();
                        LockSupport.parkNanos(10_000_000);
                    }
                    return null;
                }),
                stuck("waits where no interrupt is heard", run -> {
                    synchronized (HELD_BY_NOBODY_THAT_LEAVES) {
                        return null;
                    }
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("poisons")
    void poison_is_contained(Poison poison, TestInfo test) throws Exception {
        OVER.set(false);
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = holder(held);
        try (InProcessGrid grid = new InProcessGrid("poison " + test.getDisplayName())) {
            grid.heartbeatMillis = 50;
            try (CarillonWorker worker = CarillonWorker.builder()
                    .grid(grid.name)
                    .channels(InProcessChannelBuilder::forName)
                    .id("w1")
                    .slots(2)
                    .shutdownGrace(Duration.ZERO)
                    .handler("poison", poison.handler())
                    .handler("good", run -> "\"good\"")
                    .start()) {
                grid.awaitWorker();
                grid.assign(run(runId(1), 1, "poison").toBuilder()
                        .setTimeout(millis(poison.kind() == FailureKind.FAILURE_KIND_TIMEOUT ? 300 : 60_000))
                        .build());
                await().atMost(PATIENCE).until(() -> result(grid, 1).isPresent());

                RunResult reported = result(grid, 1).orElseThrow();
                assertThat(reported.getFailure().getKind()).isEqualTo(poison.kind());
                assertThat(reported.getFailure().getErrorType()).isEqualTo(poison.type());
                long beats = heartbeats(grid);
                grid.assign(run(runId(2), 2, "good"));
                await().atMost(PATIENCE)
                        .until(() ->
                                result(grid, 2).filter(RunResult::hasSuccess).isPresent());
                await().atMost(PATIENCE).until(() -> heartbeats(grid) >= beats + 3);
                assertThat(worker.status().stuck())
                        .isEqualTo(poison.kind() == FailureKind.FAILURE_KIND_TIMEOUT ? 1 : 0);
            } finally {
                OVER.set(true);
                held.countDown();
                holder.join(PATIENCE.toMillis());
            }
        }
    }

    /** Holds the monitor that one of the poisons waits for. */
    private static Thread holder(CountDownLatch until) throws InterruptedException {
        CountDownLatch holds = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            synchronized (HELD_BY_NOBODY_THAT_LEAVES) {
                holds.countDown();
                try {
                    until.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        holds.await();
        return thread;
    }

    private static Optional<RunResult> result(InProcessGrid grid, int number) {
        return grid.results().stream()
                .filter(result -> result.getRunId().equals(runId(number)))
                .findFirst();
    }

    private static long heartbeats(InProcessGrid grid) {
        return grid.ofKind(MessageCase.HEARTBEAT).count();
    }

    /** Two that call each other, since the compiler refuses one that calls itself for ever. */
    private static int depth(int sofar) {
        return deeper(sofar + 1) + 1;
    }

    private static int deeper(int sofar) {
        return depth(sofar + 1) + 1;
    }

    private static Poison failing(String name, JobHandler handler) {
        return new Poison(name, handler, FailureKind.FAILURE_KIND_RETRYABLE, typeOf(handler));
    }

    private static Poison forGood(String name, JobHandler handler) {
        return new Poison(name, handler, FailureKind.FAILURE_KIND_PERMANENT, "unusable_result");
    }

    private static Poison stuck(String name, JobHandler handler) {
        return new Poison(name, handler, FailureKind.FAILURE_KIND_TIMEOUT, "timeout");
    }

    /** What the handler throws when nobody contains it. */
    private static String typeOf(JobHandler handler) {
        try {
            handler.handle(new io.carillon.worker.handler.SampleRun() {});
            throw new IllegalArgumentException("the handler is no poison");
        } catch (Throwable e) {
            // The class of the initializer's error is another one the second time.
            return e instanceof ExceptionInInitializerError
                    ? NoClassDefFoundError.class.getName()
                    : e.getClass().getName();
        } finally {
            Thread.interrupted();
        }
    }

    private static final class Broken {
        static final @Nullable String VALUE = fail();

        private static String fail() {
            throw new IllegalStateException("not configured");
        }
    }

    private static final class Unprintable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("no memory for a message");
        }
    }
}
