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
 * All three members are stopped and started, as an upgrade asks for, with many jobs; a million with {@code
 * -Dcarillon.test.jobs=1000000}. How long nothing started is printed.
 */
@Tag("process")
class StopStartTest {

    private static final int MEMBERS = 3;
    private static final int JOBS = Integer.getInteger("carillon.test.jobs", 20_000);
    private static final int BATCH = 10_000;
    private static final int MINUTES_OF_DAY = 24 * 60;

    /** The others have no handler; some fall due now. */
    private static final String TICKS = " FROM runs r JOIN jobs j USING (job_id) WHERE j.name IN ('all', 'none') ";

    @TempDir
    private Path dir;

    @Test
    @SuppressWarnings("SystemOut") // what was measured, for whoever looks at the build's log
    @Timeout(value = 15, unit = MINUTES)
    void what_fell_due_meanwhile_runs_or_is_skipped_as_its_job_says() throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog();
                Installation carillon = new Installation(dir, MEMBERS, 0, List.of())) {
            for (int i = 0; i < MEMBERS; i++) {
                carillon.member(i).process().launch();
            }
            for (int i = 0; i < MEMBERS; i++) {
                carillon.member(i).process().awaitReady();
            }
            carillon.worker().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            for (int made = 0; made < JOBS; made += BATCH) {
                rest.post("/jobs:batch", daily(made, Math.min(JOBS, made + BATCH)));
            }
            rest.post("/jobs", everySecond("all", "run_all", target));
            rest.post("/jobs", everySecond("none", "skip", target));
            Awaitility.await("both run")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> carillon.number("SELECT count(DISTINCT job_id)" + TICKS + "AND r.state = 2") == 2);

            for (int i = 0; i < MEMBERS; i++) {
                carillon.member(i).process().terminate();
            }
            for (int i = 0; i < MEMBERS; i++) {
                assertThat(carillon.member(i).process().awaitEnd())
                        .as("exit code")
                        .isZero();
            }
            Instant down = clock.instant();
            for (int i = 0; i < MEMBERS; i++) {
                carillon.member(i).process().launch();
            }
            Awaitility.await("both run again")
                    .atMost(Duration.ofMinutes(3))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> carillon.number("SELECT count(DISTINCT job_id)" + TICKS
                                    + "AND r.state = 2 AND started_at > '" + down + "' AND nominal_at > '" + down + "'")
                            == 2);
            Instant back = clock.instant();
            Awaitility.await("nothing is left of the gap")
                    .atMost(Duration.ofMinutes(2))
                    .until(() ->
                            carillon.number("SELECT count(*)" + TICKS + "AND r.state <> 2 AND due_at < '" + back + "'")
                                    == 0);

            System.out.println("stop and start of " + MEMBERS + " members: jobs " + JOBS + ", ms without a start "
                    + carillon.number("SELECT (1000 * extract(epoch FROM"
                            + " (SELECT min(started_at) FROM runs WHERE started_at > '" + down + "')"
                            + " - (SELECT max(started_at) FROM runs WHERE started_at < '" + down + "')))::bigint"));
            assertThat(unaccounted(carillon, "all", back))
                    .as("seconds of run_all")
                    .isZero();
            assertThat(skipped(carillon, "all")).isZero();
            assertThat(unaccounted(carillon, "none", back))
                    .as("seconds of skip")
                    .isZero();
            assertThat(carillon.number("SELECT count(*) FROM jobs")).isEqualTo(JOBS + 2);
        }
    }

    /** Seconds from the job's first run to then that have neither a run nor a skip, or both. */
    private static long unaccounted(Installation carillon, String name, Instant until) throws Exception {
        long seconds = carillon.number(
                "SELECT 1 + extract(epoch FROM max(nominal_at) - min(nominal_at))::bigint" + of(name, until));
        return seconds
                - carillon.number("SELECT count(*)" + of(name, until))
                - carillon.number("SELECT coalesce(sum(s.n), 0)::bigint FROM skips s JOIN jobs j USING (job_id)"
                        + " WHERE j.name = '" + name + "' AND s.nominal_last < '" + until + "'");
    }

    private static String of(String name, Instant until) {
        return " FROM runs r JOIN jobs j USING (job_id) WHERE j.name = '" + name + "' AND nominal_at < '" + until + "'";
    }

    private static long skipped(Installation carillon, String name) throws Exception {
        return carillon.number("SELECT count(*) FROM skips s JOIN jobs j USING (job_id) WHERE j.name = '" + name + "'");
    }

    /** What is late by more than two seconds is missed. */
    private static String everySecond(String name, String misfire, CallLog target) {
        return "{\"name\":\"" + name + "\",\"schedule\":\"* * * * * *\",\"misfire\":\"" + misfire
                + "\",\"misfire_after_s\":2,\"http\":{\"url\":\"" + target.url() + "\"}}";
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
