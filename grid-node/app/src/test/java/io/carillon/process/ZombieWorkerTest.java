package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.process.CallLog.Call;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A worker stands still past its lease and wakes up with a run in its hands that is somebody else's by then. */
@Tag("process")
class ZombieWorkerTest {

    private static final String STALE = "carillon_stale_tokens_refused_total";
    private static final Duration WORK = Duration.ofSeconds(3);

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void a_worker_that_wakes_up_after_its_lease_changes_nothing_and_is_of_use_again() throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog(WORK);
                Installation carillon = new Installation(
                        dir, 1, 0, List.of("--carillon.lease.duration=4s", "--carillon.lease.heartbeat=1s"))) {
            carillon.member(0).process().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            JavaProcess zombie = carillon.worker();
            zombie.start();
            JavaProcess other = carillon.addWorker("other", 0);

            create(rest, target, clock);
            awaitCalls(target, 1);
            zombie.freeze();
            other.start();
            awaitCalls(target, 2);
            String runId = target.calls().get(0).runId();
            Awaitility.await("the second attempt has succeeded")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> "succeeded"
                            .equals(rest.get("/runs/" + runId).get("status").asString()));
            other.stop();
            JsonNode ended = rest.get("/runs/" + runId);

            zombie.resume();
            Awaitility.await("the worker gives the run up by itself, or is refused")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> zombie.said().contains("event=leases-ending")
                            || zombie.said().contains("event=leases-revoked")
                            || rest.metric(STALE) > 0);
            create(rest, target, clock);
            awaitCalls(target, 3);

            assertThat(rest.get("/runs/" + runId)).as("nothing has changed").isEqualTo(ended);
            assertThat(ended.get("worker_id").asString()).isEqualTo("other");
            assertThat(ended.get("attempt").asInt()).isEqualTo(2);
            List<Call> calls = target.calls().stream()
                    .filter(call -> call.runId().equals(runId))
                    .toList();
            assertThat(calls).extracting(Call::attempt).containsExactly(1, 2);
            assertThat(calls)
                    .as("the target saw the higher token before the late attempt could do more")
                    .extracting(Call::fencingToken)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(ended.get("fencing_token").asLong())
                    .isEqualTo(calls.get(1).fencingToken());
        }
    }

    private static void create(Rest rest, CallLog target, Clock clock) throws Exception {
        rest.post(
                "/jobs",
                "{\"name\":\"one\",\"run_at\":\"" + clock.instant() + "\",\"http\":{\"url\":\"" + target.url()
                        + "\"}}");
    }

    private static void awaitCalls(CallLog target, int calls) {
        Awaitility.await("the target was called " + calls + " times")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> target.calls().size() >= calls);
    }
}
