package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A member that is killed comes back to many jobs, of which a few are due; a million with {@code -Dcarillon.test.jobs=1000000}. How
 * long it takes is printed: from its launch, through the start of its virtual machine, to the first start of a run.
 */
@Tag("process")
class ManyJobsColdStartTest {

    private static final int JOBS = Integer.getInteger("carillon.test.jobs", 20_000);
    private static final int BATCH = 10_000;
    /** Due hours away or nearer, as those of a night's reports are. */
    private static final int MINUTES_OF_DAY = 24 * 60;

    @TempDir
    private Path dir;

    @Test
    @SuppressWarnings("SystemOut") // what was measured, for whoever looks at the build's log
    @Timeout(value = 10, unit = MINUTES)
    void what_fell_due_meanwhile_starts_although_all_the_others_wait() throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog();
                Installation carillon = new Installation(dir, 1, 0, List.of())) {
            JavaProcess member = carillon.member(0).process();
            member.start();
            carillon.worker().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            for (int made = 0; made < JOBS; made += BATCH) {
                rest.post("/jobs:batch", daily(made, Math.min(JOBS, made + BATCH)));
            }
            assertThat(carillon.number("SELECT count(*) FROM jobs")).isEqualTo(JOBS);
            rest.post(
                    "/jobs",
                    "{\"name\":\"tick\",\"schedule\":\"* * * * * *\",\"http\":{\"url\":\"" + target.url() + "\"}}");
            Awaitility.await("the job runs")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !target.calls().isEmpty());

            member.kill();
            Instant launched = clock.instant();
            member.launch();
            Awaitility.await("it runs again")
                    .atMost(Duration.ofMinutes(3))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> carillon.number(
                                    "SELECT count(*) FROM runs WHERE started_at > '" + launched + "' AND state = 2")
                            > 0);
            System.out.println("cold start: jobs " + JOBS + ", ms from launch to the first start "
                    + carillon.number("SELECT (1000 * extract(epoch FROM min(started_at) - timestamptz '" + launched
                            + "'))::bigint FROM runs WHERE started_at > '" + launched + "'"));
            Instant seen = clock.instant();
            Awaitility.await("every second of the gap has run")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> carillon.number("SELECT count(*) FROM runs r JOIN jobs j USING (job_id)"
                                    + " WHERE j.name = 'tick' AND nominal_at > '" + seen + "' AND r.state = 2")
                            > 0);
            assertThat(carillon.number("SELECT 1 + extract(epoch FROM max(nominal_at) - min(nominal_at))::bigint"
                            + " - count(*) FROM runs r JOIN jobs j USING (job_id) WHERE j.name = 'tick'"))
                    .as("seconds without a run")
                    .isZero();
            assertThat(carillon.number("SELECT count(*) FROM skips")).isZero();
        }
    }

    private static String daily(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> {
                    int minute = i % MINUTES_OF_DAY;
                    return "{\"name\":\"daily-" + i + "\",\"schedule\":\"" + minute % 60 + " " + minute / 60
                            + " * * *\",\"payload\":{\"n\":" + i + "}}";
                })
                .collect(Collectors.joining(",", "{\"jobs\":[", "]}"));
    }
}
