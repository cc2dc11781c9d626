package io.carillon.app.wiring;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member whose wheel has stopped turning while everything else of it lives. */
@Tag("grid")
@Tag("postgres")
@Timeout(value = 4, unit = MINUTES)
class StuckSchedulerTest {

    private static final Duration ALARM_WITHIN = Duration.ofSeconds(30);

    @Test
    void the_watchdog_raises_its_alarm_within_half_a_minute_and_lowers_it_when_the_wheel_turns_again(
            @TempDir Path folder) throws Exception {
        try (RunningMember member = new RunningMember(folder, "stuck")) {
            assertThat(member.post("/jobs", "{\"name\":\"tick\",\"schedule\":\"* * * * * *\"}")
                            .statusCode())
                    .isEqualTo(201);
            MeterRegistry meters = member.meters();
            await(
                    "runs are made",
                    Duration.ofSeconds(30),
                    () -> counter(meters, "carillon.occurrences", "disposition", "run") > 3);
            await(
                    "the watch looks",
                    Duration.ofSeconds(30),
                    () -> counter(meters, "carillon.watchdog.looks", "outcome", "done") > 2);
            assertThat(overdue(meters)).as("while the wheel turns").isZero();

            List<Thread> loops = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("carillon-loop"))
                    .toList();
            assertThat(loops).isNotEmpty();
            suspend(loops);
            try {
                await("the alarm", ALARM_WITHIN, () -> overdue(meters) > 0);
                assertThat(member.get("/actuator/health").body()).contains("\"alarm\":true", "due_at=");
                assertThat(member.get("/actuator/health/liveness").statusCode())
                        .as("a restart of every member at once would help nobody")
                        .isEqualTo(200);
            } finally {
                resume(loops);
            }
            await("the end of the alarm", ALARM_WITHIN, () -> overdue(meters) == 0);
        }
    }

    private static double overdue(MeterRegistry meters) {
        return meters.get("carillon.watchdog.found")
                .tag("kind", "overdue")
                .gauge()
                .value();
    }

    private static double counter(MeterRegistry meters, String name, String tag, String value) {
        return meters.get(name).tag(tag, value).counter().count();
    }

    private static void await(String what, Duration within, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(within).ignoreExceptions().until(condition);
    }

    /** What a deadlock or an endless wait does to a thread. Whatever lock it holds stays held, as there. */
    @SuppressWarnings({"removal", "deprecation"}) // nothing else stops a thread from outside
    private static void suspend(List<Thread> threads) {
        threads.forEach(Thread::suspend);
    }

    @SuppressWarnings({"removal", "deprecation"})
    private static void resume(List<Thread> threads) {
        threads.forEach(Thread::resume);
    }
}
