package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two members on one database: created on one, run on a worker of the other; then the first one dies. */
@Tag("process")
class TwoMembersTest {

    private static final int JOBS = 60;

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void jobs_created_on_one_member_run_on_a_worker_of_the_other_and_outlive_their_member() throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog();
                Installation carillon = new Installation(dir, 2, 1, List.of())) {
            carillon.member(0).process().start();
            carillon.member(1).process().start();
            carillon.worker().start();
            Rest first = new Rest(carillon.member(0).restPort());
            Rest second = new Rest(carillon.member(1).restPort());
            Awaitility.await("two members see each other")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> second.get("/cluster").get("members").size() == 2);

            Set<String> jobs = new HashSet<>();
            for (int i = 0; i < JOBS; i++) {
                jobs.add(first.post("/jobs", oneOff(target, clock.instant().plusSeconds(2)))
                        .get("job_id")
                        .asString());
            }
            awaitJobs(target, jobs);

            Instant late = clock.instant().plusSeconds(20);
            for (int i = 0; i < JOBS; i++) {
                jobs.add(first.post("/jobs", oneOff(target, late)).get("job_id").asString());
            }
            carillon.member(0).process().kill();
            awaitJobs(target, jobs);

            assertThat(target.byRun()).as("one run for each job").hasSize(2 * JOBS);
            assertThat(target.calls())
                    .as("never early")
                    .allSatisfy(call -> assertThat(call.dueAt()).isBeforeOrEqualTo(clock.instant()));
        }
    }

    private static void awaitJobs(CallLog target, Set<String> jobs) {
        Awaitility.await("the target saw every job")
                .atMost(Duration.ofSeconds(90))
                .until(() -> target.calls().stream()
                        .map(CallLog.Call::jobId)
                        .collect(Collectors.toSet())
                        .containsAll(jobs));
    }

    private static String oneOff(CallLog target, Instant dueAt) {
        return "{\"name\":\"one\",\"run_at\":\"" + dueAt + "\",\"http\":{\"url\":\"" + target.url() + "\"}}";
    }
}
