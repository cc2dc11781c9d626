package io.carillon.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.worker.CarillonWorker;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hundred workers stop and start again about once a second, while runs longer than their shutdown grace are
 * at work: each stop interrupts runs and hands them back.
 */
@Tag("process")
class DeployStormTest {

    private static final int WORKERS = 100;
    /** Longer by {@code -Dcarillon.test.storm-seconds=60}. */
    private static final Duration STORM = Duration.ofSeconds(Long.getLong("carillon.test.storm-seconds", 20));

    /** Where the machine is slow. */
    private static final Duration STORM_MORE = Duration.ofMinutes(1);

    private static final Duration UP = Duration.ofMillis(700);
    private static final Duration GRACE = Duration.ofMillis(50);
    private static final Duration WORK = Duration.ofMillis(400);

    @TempDir
    private Path dir;

    private final Clock clock = Clock.systemUTC();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger restarts = new AtomicInteger();
    private volatile boolean over;

    @Test
    @Timeout(value = 5, unit = MINUTES)
    void no_run_is_lost_no_lease_lapses_and_what_was_handed_back_is_no_attempt() throws Exception {
        ExecutorService operators = Executors.newFixedThreadPool(WORKERS);
        try (Installation carillon = new Installation(dir, 1, 0, List.of())) {
            carillon.member(0).process().start();
            String grid = "localhost:" + carillon.member(0).grpcPort();
            Rest rest = new Rest(carillon.member(0).restPort());
            Instant end = clock.instant().plus(STORM);
            Instant atLast = end.plus(STORM_MORE);
            List<Future<Integer>> lives = IntStream.range(0, WORKERS)
                    .mapToObj(i -> operators.submit(() -> live("storm-" + i, grid)))
                    .toList();
            int created = 0;
            while (clock.instant().isBefore(end)
                    || (!stormy() && clock.instant().isBefore(atLast))) {
                rest.post("/jobs", "{\"name\":\"one\",\"handler\":\"work\",\"run_at\":\"" + clock.instant() + "\"}");
                created++;
            }
            over = true;
            for (Future<Integer> life : lives) {
                life.get();
            }
            int jobs = created;
            try (CarillonWorker calm = worker("calm", grid, 50, Duration.ofSeconds(20))) {
                Awaitility.await("every run has ended")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> carillon.number("select count(*) from runs where ended_at is not null") >= jobs);
                assertThat(calm.status().connected()).isTrue();
            }
            assertThat(stormy())
                    .as("%s restarts, %s runs interrupted", restarts, interrupted)
                    .isTrue();
            assertThat(carillon.number("select count(*) from runs where state = 2"))
                    .as("one accepted success for each job")
                    .isEqualTo(jobs);
            assertThat(carillon.number("select sum(lapses) from runs"))
                    .as("lapses")
                    .isZero();
            assertThat(carillon.number("select sum(retries_used) from runs"))
                    .as("retries")
                    .isZero();
        } finally {
            operators.shutdownNow();
        }
    }

    private boolean stormy() {
        return restarts.get() >= 3 * WORKERS && interrupted.get() >= WORKERS / 4;
    }

    private int live(String id, String grid) {
        while (!over) {
            try (CarillonWorker worker = worker(id, grid, 2, GRACE)) {
                Awaitility.await(id + " is connected")
                        .atMost(Duration.ofMinutes(1))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> worker.status().connected());
                Instant down = clock.instant().plus(UP);
                Awaitility.await(id + " has been up for a while")
                        .atMost(Duration.ofMinutes(1))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> clock.instant().isAfter(down));
            }
            restarts.incrementAndGet();
        }
        return restarts.get();
    }

    private CarillonWorker worker(String id, String grid, int slots, Duration grace) {
        return CarillonWorker.builder()
                .grid(grid)
                .id(id)
                .slots(slots)
                .shutdownGrace(grace)
                .handler("work", run -> {
                    try {
                        return never.await(WORK.toMillis(), MILLISECONDS) ? "{}" : null;
                    } catch (InterruptedException e) {
                        interrupted.incrementAndGet();
                        throw e;
                    }
                })
                .start();
    }
}
