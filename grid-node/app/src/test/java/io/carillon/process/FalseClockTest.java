package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two members whose clocks are twenty minutes apart, and jump over each other: only the database's clock counts. */
@Tag("process")
class FalseClockTest {

    private static final Duration OFF = Duration.ofMinutes(10);
    private static final Duration LONG_WORK = Duration.ofSeconds(14);
    private static final int ONE_OFFS = 120;
    private static final Duration SPREAD = Duration.ofSeconds(12);
    /** On a machine that is busy with other things as well. */
    private static final Duration LATE_MAX = Duration.ofSeconds(20);

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 5, unit = MINUTES)
    void runs_start_on_the_databases_time_and_keep_their_leases_whatever_members_and_workers_believe()
            throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog();
                CallLog slowTarget = new CallLog(LONG_WORK);
                Installation carillon = new Installation(
                        dir, 2, 1, List.of("--carillon.lease.duration=6s", "--carillon.lease.heartbeat=2s"))) {
            FalseClock first = FalseClock.of(carillon.member(0).process(), dir, "first", OFF);
            FalseClock second = FalseClock.of(carillon.member(1).process(), dir, "second", OFF.negated());
            FalseClock.of(carillon.worker(), dir, "worker", OFF);
            carillon.member(0).process().start();
            carillon.member(1).process().start();
            carillon.worker().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            Rest other = new Rest(carillon.member(1).restPort());
            Awaitility.await("two members see each other")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> other.get("/cluster").get("members").size() == 2);

            Instant begin = clock.instant().plusSeconds(6).truncatedTo(ChronoUnit.SECONDS);
            Set<String> jobs = new HashSet<>();
            for (int i = 0; i < ONE_OFFS; i++) {
                Instant dueAt = begin.plusMillis(SPREAD.toMillis() * i / ONE_OFFS);
                jobs.add(create(i % 2 == 0 ? rest : other, target, dueAt));
            }
            for (int i = 0; i < 4; i++) {
                create(i % 2 == 0 ? rest : other, slowTarget, begin);
            }
            Awaitility.await("the first have run")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> target.calls().size() > ONE_OFFS / 3);
            first.jump(OFF.negated());
            second.jump(OFF);

            Awaitility.await("all have ended")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> carillon.number("SELECT count(*) FROM runs WHERE state = 2") == ONE_OFFS + 4);
            assertThat(target.calls())
                    .as("each started once, on the database's time")
                    .hasSize(ONE_OFFS)
                    .allSatisfy(call -> assertThat(call.arrivedAt())
                            .isBetween(call.dueAt(), call.dueAt().plus(LATE_MAX)));
            assertThat(target.calls()).extracting(CallLog.Call::jobId).containsExactlyInAnyOrderElementsOf(jobs);
            assertThat(slowTarget.calls())
                    .as("work longer than a lease, over the jump")
                    .hasSize(4);
            assertThat(carillon.number(
                            "SELECT coalesce(sum(lapses), 0) + count(*) FILTER (WHERE attempt <> 1) FROM runs"))
                    .as("leases lost and further attempts")
                    .isZero();
        }
    }

    private static String create(Rest rest, CallLog target, Instant dueAt) throws Exception {
        return rest.post(
                        "/jobs",
                        "{\"name\":\"one\",\"run_at\":\"" + dueAt + "\",\"http\":{\"url\":\"" + target.url() + "\"}}")
                .get("job_id")
                .asString();
    }
}
