package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.worker.CarillonWorker;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.RunContext;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A member dies while the checkpoints of many runs are on their way through it; their next attempts are on a worker of the
 * other member.
 */
@Tag("process")
class KillDuringCheckpointTest {

    private static final int RUNS = 12;
    private static final int BYTES = 60_000;

    /** What the first attempt of a run has sent last, and what of it was confirmed. */
    private static final class Saved {
        volatile int sent;
        volatile int confirmed;
    }

    private final Clock clock = Clock.systemUTC();
    private final Map<UUID, Saved> saved = new ConcurrentHashMap<>();
    private final Map<UUID, String> found = new ConcurrentHashMap<>();

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void the_next_attempt_finds_the_last_confirmed_checkpoint_or_the_one_on_its_way_and_all_of_it() throws Exception {
        try (Installation carillon =
                new Installation(dir, 2, 0, List.of("--carillon.lease.duration=4s", "--carillon.lease.heartbeat=1s"))) {
            carillon.member(0).process().start();
            carillon.member(1).process().start();
            Rest second = new Rest(carillon.member(1).restPort());
            Awaitility.await("two members see each other")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> second.get("/cluster").get("members").size() == 2);
            CarillonWorker dying = worker("dying", carillon.member(0), this::saveForEver);
            for (int i = 0; i < RUNS; i++) {
                second.post(
                        "/jobs", "{\"name\":\"saves\",\"handler\":\"saves\",\"run_at\":\"" + clock.instant() + "\"}");
            }
            Awaitility.await("each run has saved some")
                    .atMost(Duration.ofSeconds(40))
                    .until(() -> saved.size() == RUNS && saved.values().stream().allMatch(each -> each.confirmed >= 3));

            carillon.member(0).process().kill();
            try (CarillonWorker living = worker("living", carillon.member(1), this::lookAtTheLast)) {
                Awaitility.await("each run has succeeded at its next attempt")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> carillon.number("SELECT count(*) FROM runs WHERE state = 2") == RUNS);
                assertThat(living.status().connected()).isTrue();
            } finally {
                dying.close();
            }

            assertThat(found.keySet()).isEqualTo(saved.keySet());
            saved.forEach((run, each) -> {
                assertThat(each.sent)
                        .as("one was on its way when the member died")
                        .isEqualTo(each.confirmed + 1);
                assertThat(found.get(run)).isIn(state(each.confirmed), state(each.sent));
            });
        }
    }

    private @Nullable String saveForEver(RunContext run) throws Exception {
        Saved mine = saved.computeIfAbsent(run.runId(), any -> new Saved());
        while (true) {
            int number = mine.sent + 1;
            mine.sent = number;
            run.checkpoint(state(number));
            mine.confirmed = number;
        }
    }

    private @Nullable String lookAtTheLast(RunContext run) {
        String last = run.lastCheckpointText();
        found.put(run.runId(), last == null ? "none" : last);
        return null;
    }

    /** Of two states, every part differs. */
    private static String state(int number) {
        String part = number + ",";
        return part.repeat(BYTES / part.length());
    }

    private static CarillonWorker worker(String id, Installation.Member member, JobHandler handler) {
        return CarillonWorker.builder()
                .grid("localhost:" + member.grpcPort())
                .id(id)
                .slots(RUNS)
                .shutdownGrace(Duration.ZERO)
                .handler("saves", handler)
                .start();
    }
}
