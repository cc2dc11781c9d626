package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.process.CallLog.Call;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two thousand runs due at one instant, or as many as one likes with {@code -Dcarillon.test.runs-at-once=10000}, and every process
 * dies in the middle of them.
 */
@Tag("process")
class KillEverythingAtOnceTest {

    private static final int JOBS = Integer.getInteger("carillon.test.runs-at-once", 2_000);
    private static final Duration WORK = Duration.ofMillis(100);
    private static final Duration CREATE_TIME = Duration.ofSeconds(40);
    private static final int CLIENTS = 16;

    @TempDir
    private Path dir;

    @Test
    @SuppressWarnings("SystemOut") // what was measured, for whoever looks at the build's log
    @Timeout(value = 6, unit = MINUTES)
    void after_a_restart_every_run_ends_tokens_rise_and_nothing_is_accepted_twice() throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog(WORK);
                Installation carillon = new Installation(
                        dir, 1, 0, List.of("--carillon.lease.duration=6s", "--carillon.lease.heartbeat=2s"))) {
            JavaProcess member = carillon.member(0).process();
            member.start();
            carillon.worker().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            Instant dueAt = clock.instant().plus(CREATE_TIME);
            Set<String> jobs = create(rest, oneOff(target, dueAt));
            assertThat(clock.instant()).as("all jobs exist before they are due").isBefore(dueAt);

            Awaitility.await("a part of the runs has started")
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> target.calls().size() >= JOBS / 10);
            carillon.killPostgres();
            member.kill();
            carillon.worker().kill();
            long before = target.calls().size();
            Instant dead = clock.instant();
            carillon.startPostgres();
            member.start();
            carillon.worker().start();

            Awaitility.await("every run has ended")
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> carillon.number("select count(*) from runs where ended_at is not null") >= JOBS);
            System.out.println("everything killed: calls before " + before + ", ms from death to the last end "
                    + Duration.between(dead, clock.instant()).toMillis());
            assertThat(before).as("runs were left when everything died").isLessThan(JOBS);
            assertThat(carillon.number("select count(*) from runs where state = 2"))
                    .as("one accepted success for each job")
                    .isEqualTo(JOBS);
            assertThat(carillon.number("select count(*) from runs")).isEqualTo(JOBS);
            assertThat(target.calls().stream().map(Call::jobId).collect(Collectors.toSet()))
                    .containsExactlyInAnyOrderElementsOf(jobs);
            assertThat(target.byRun().values())
                    .as("of one run, a later attempt always has a larger token")
                    .allSatisfy(calls -> assertThat(calls)
                            .extracting(Call::fencingToken)
                            .isSorted()
                            .doesNotHaveDuplicates());
        }
    }

    private static Set<String> create(Rest rest, String body) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            Callable<String> post = () -> rest.post("/jobs", body).get("job_id").asString();
            Set<String> jobs = new HashSet<>();
            for (Future<String> created : clients.invokeAll(Collections.nCopies(JOBS, post))) {
                jobs.add(created.get());
            }
            return jobs;
        } finally {
            clients.shutdownNow();
        }
    }

    private static String oneOff(CallLog target, Instant dueAt) {
        return "{\"name\":\"one\",\"run_at\":\"" + dueAt + "\",\"http\":{\"url\":\"" + target.url() + "\"}}";
    }
}
