package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs at work on a worker of the second member, half of them of jobs that the first one owns, are cancelled from the first. */
@Tag("process")
class CancelElsewhereTest {

    private static final int JOBS = 12;
    private static final Duration WORK = Duration.ofSeconds(50);

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void a_cancel_reaches_the_worker_over_whichever_member_it_is_connected_to() throws Exception {
        Clock clock = Clock.systemUTC();
        // A grace beyond the test: what ends in time has ended by the worker's own word.
        try (CallLog target = new CallLog(WORK);
                Installation carillon = new Installation(dir, 2, 1, List.of("--carillon.cancel.grace=10m"))) {
            carillon.member(0).process().start();
            carillon.member(1).process().start();
            carillon.worker().start();
            Rest first = new Rest(carillon.member(0).restPort());
            Awaitility.await("two members see each other")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> first.get("/cluster").get("members").size() == 2);
            String job = "{\"name\":\"long\",\"run_at\":\"" + clock.instant().plusSeconds(2) + "\",\"http\":{\"url\":\""
                    + target.url() + "\"}}";
            for (int i = 0; i < JOBS; i++) {
                first.post("/jobs", job);
            }
            Awaitility.await("all are at work")
                    .atMost(Duration.ofSeconds(40))
                    .until(() -> target.byRun().size() == JOBS);

            Set<String> runs = new HashSet<>(target.byRun().keySet());
            for (String run : runs) {
                first.post("/runs/" + run + "/cancel", "");
            }
            Awaitility.await("all have been stopped")
                    .atMost(WORK.minusSeconds(15))
                    .until(() -> carillon.number("SELECT count(*) FROM runs WHERE state = 4 AND last_end = 7") == JOBS);
            assertThat(target.calls()).as("none was tried again").hasSize(JOBS);
        }
    }
}
