package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.ResultAck;
import io.carillon.proto.v1.ResultVerdict;
import io.carillon.worker.CarillonWorker;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Runs that may not start, and handlers that do not stop: one member for all cases, which waits two seconds beyond a time limit
 * and beyond a cancel; each case has a pool and workers of its own.
 */
@Tag("process")
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 2, unit = MINUTES)
class HoldAndForcedEndTest {

    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int TIMED_OUT = 4;
    private static final int OVERRUN = 8;
    private static final int CUT_OFF = 9;

    @TempDir
    private static Path dir;

    private final Clock clock = Clock.systemUTC();
    private Installation carillon;
    private Rest rest;

    @BeforeAll
    void start() throws IOException {
        carillon = new Installation(
                dir,
                1,
                0,
                List.of(
                        "--carillon.cancel.grace=" + GRACE.toSeconds() + "s",
                        "--carillon.timeout.grace=" + GRACE.toSeconds() + "s"));
        carillon.member(0).process().start();
        rest = new Rest(carillon.member(0).restPort());
    }

    @AfterAll
    void stop() throws InterruptedException {
        carillon.close();
    }

    @Test
    void nothing_of_a_held_job_starts_until_it_is_resumed_and_then_all_of_it_does() throws Exception {
        Queue<String> starts = new ConcurrentLinkedQueue<>();
        CountDownLatch goOn = new CountDownLatch(1);
        JobHandler handler = run -> {
            starts.add(run.runId() + "/" + run.attempt());
            if ("\"fail once\"".equals(run.payload()) && run.attempt() == 1) {
                throw new IllegalStateException("once");
            }
            return "\"wait\"".equals(run.payload()) ? String.valueOf(goOn.await(1, MINUTES)) : null;
        };
        try (CarillonWorker worker = worker("hold", 1, handler)) {
            String job = createJob("hold", "\"retry\":{\"max\":1,\"backoff\":[8]}");
            String failed = trigger(job, "\"fail once\"");
            awaitStatus(failed, "failed");
            String running = trigger(job, "\"wait\"");
            awaitStatus(running, "running");
            String queued = trigger(job, "\"at once\"");
            awaitStatus(queued, "queued");
            Instant retryAt =
                    Instant.parse(rest.get("/runs/" + failed).get("retry_at").asString());

            rest.post("/jobs/" + job + "/pause?hold=true", "");
            goOn.countDown();
            awaitStatus(running, "succeeded");
            await("the retry is overdue", () -> clock.instant().isAfter(retryAt.plusSeconds(3)));
            assertThat(worker.status().atWork()).isZero();
            assertThat(starts).containsExactly(failed + "/1", running + "/1");

            rest.post("/jobs/" + job + "/resume", "");
            awaitStatus(failed, "succeeded");
            awaitStatus(queued, "succeeded");
            assertThat(starts).containsExactlyInAnyOrder(failed + "/1", running + "/1", failed + "/2", queued + "/1");
        }
    }

    @Test
    void attempt_whose_handler_ignores_its_time_limit_is_followed_by_the_next_and_its_end_changes_nothing()
            throws Exception {
        Stubborn first = new Stubborn();
        try (CarillonWorker worker =
                worker("late", 2, run -> run.attempt() == 1 ? first.handle(run) : "{\"attempt\":2}")) {
            String job = createJob("late", "\"timeout_s\":1,\"retry\":{\"max\":1,\"backoff\":[1]}");
            String run = trigger(job, "null");
            awaitStatus(run, "succeeded");
            JsonNode ended = rest.get("/runs/" + run);
            assertThat(first.interrupts).hasPositiveValue();
            assertThat(worker.status().stuck()).isEqualTo(1);

            first.release.countDown();
            await("the first handler has ended", () -> worker.status().stuck() == 0);

            assertThat(rest.get("/runs/" + run)).isEqualTo(ended);
            assertThat(ended.get("result").get("attempt").asInt()).isEqualTo(2);
            assertThat(endOfFirst(run)).isEqualTo(TIMED_OUT);
            assertThat(ended.get("fencing_token").asLong()).isGreaterThan(tokenOfFirst(run));
        }
    }

    /** Workers of the product report a time limit by themselves, so this one is another. */
    @Test
    void attempt_of_a_worker_that_knows_no_time_limit_is_ended_by_the_grid_and_its_late_result_is_stale()
            throws Exception {
        try (HandHeldWorker worker = new HandHeldWorker(carillon.member(0).grpcPort(), "overrun", "overrun")) {
            String job = createJob("overrun", "\"timeout_s\":1,\"retry\":{\"max\":1,\"backoff\":[1]}");
            String run = trigger(job, "null");
            await("the first attempt", () -> worker.assigned().size() == 1);
            Assignment first = worker.assigned().get(0);
            worker.accept(first);
            await("it is revoked, however well it is renewed", () -> {
                worker.heartbeat(first);
                return worker.revoked().contains(HandHeldWorker.held(first));
            });
            await("the next attempt", () -> worker.assigned().size() == 2);
            Assignment second = worker.assigned().get(1);
            worker.accept(second);

            worker.succeed(first);
            await("an answer", () -> worker.acks().size() == 1);
            assertThat(status(run)).isEqualTo("running");
            worker.succeed(second);
            await("both answers", () -> worker.acks().size() == 2);

            assertThat(worker.acks())
                    .extracting(ResultAck::getFencingToken, ResultAck::getVerdict)
                    .containsExactly(
                            tuple(first.getFencingToken(), ResultVerdict.RESULT_VERDICT_STALE),
                            tuple(second.getFencingToken(), ResultVerdict.RESULT_VERDICT_ACCEPTED));
            assertThat(second.getFencingToken()).isGreaterThan(first.getFencingToken());
            assertThat(second.getAttempt()).isEqualTo(2);
            assertThat(endOfFirst(run)).isEqualTo(OVERRUN);
            assertThat(status(run)).isEqualTo("succeeded");
        }
    }

    @Test
    void run_whose_handler_ignores_a_cancel_ends_after_the_grace_and_its_late_success_changes_nothing()
            throws Exception {
        Stubborn handler = new Stubborn();
        try (CarillonWorker worker = worker("cancel", 1, handler)) {
            String run = trigger(createJob("cancel", "\"timeout_s\":300"), "null");
            awaitStatus(run, "running");

            rest.post("/runs/" + run + "/cancel", "");
            awaitStatus(run, "cancelled");
            JsonNode ended = rest.get("/runs/" + run);
            assertThat(handler.interrupts).hasPositiveValue();
            assertThat(carillon.number("SELECT last_end FROM runs WHERE run_id = '" + run + "'"))
                    .isEqualTo(CUT_OFF);
            await("the worker has heard of it", () -> worker.status().stuck() == 1);

            handler.release.countDown();
            await("the handler has ended", () -> worker.status().stuck() == 0);
            assertThat(rest.get("/runs/" + run)).isEqualTo(ended);
        }
    }

    @Test
    void success_that_is_accepted_within_the_grace_of_a_cancel_stands() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        JobHandler handler = run -> {
            try {
                return String.valueOf(never.await(1, MINUTES));
            } catch (InterruptedException e) {
                return "\"done all the same\"";
            }
        };
        try (CarillonWorker worker = worker("done", 1, handler)) {
            String run = trigger(createJob("done", "\"timeout_s\":300"), "null");
            awaitStatus(run, "running");

            rest.post("/runs/" + run + "/cancel", "");
            awaitStatus(run, "succeeded");
            JsonNode ended = rest.get("/runs/" + run);
            assertThat(ended.get("result").asString()).isEqualTo("done all the same");

            Instant over = clock.instant().plus(GRACE).plusSeconds(1);
            await("the grace is over", () -> clock.instant().isAfter(over));
            assertThat(rest.get("/runs/" + run)).isEqualTo(ended);
            assertThat(worker.status().connected()).isTrue();
        }
    }

    /** Neither an interrupt nor anything else ends it before it is released. */
    private static final class Stubborn implements JobHandler {
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicInteger interrupts = new AtomicInteger();

        @Override
        public String handle(RunContext run) {
            while (true) {
                try {
                    return "{\"attempt\":" + run.attempt() + ",\"released\":" + release.await(1, MINUTES) + "}";
                } catch (InterruptedException e) {
                    interrupts.incrementAndGet();
                }
            }
        }
    }

    private CarillonWorker worker(String pool, int slots, JobHandler handler) {
        return CarillonWorker.builder()
                .grid("localhost:" + carillon.member(0).grpcPort())
                .id(pool)
                .pool(pool)
                .slots(slots)
                .shutdownGrace(Duration.ZERO)
                .handler(pool, handler)
                .start();
    }

    /** Of a job that starts nothing by itself while the test lasts. */
    private String createJob(String pool, String more) throws IOException, InterruptedException {
        return rest.post(
                        "/jobs",
                        "{\"name\":\"" + pool + "\",\"pool\":\"" + pool + "\",\"run_at\":\""
                                + clock.instant().plus(Duration.ofDays(1)) + "\"," + more + "}")
                .get("job_id")
                .asString();
    }

    private String trigger(String job, String payload) throws IOException, InterruptedException {
        return rest.post("/jobs/" + job + "/trigger", "{\"payload\":" + payload + "}")
                .get("run_id")
                .asString();
    }

    private String status(String run) throws IOException, InterruptedException {
        return rest.get("/runs/" + run).get("status").asString();
    }

    private void awaitStatus(String run, String status) {
        await("run is " + status, () -> status.equals(status(run)));
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(100))
                .until(condition);
    }

    private long endOfFirst(String run) throws Exception {
        return carillon.number("SELECT end_code FROM attempts WHERE attempt = 1 AND run_id = '" + run + "'");
    }

    private long tokenOfFirst(String run) throws Exception {
        return carillon.number("SELECT fencing_token FROM attempts WHERE attempt = 1 AND run_id = '" + run + "'");
    }
}
