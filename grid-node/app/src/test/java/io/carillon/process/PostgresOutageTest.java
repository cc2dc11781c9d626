package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.process.CallLog.Call;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The database is slow and overrun for a while, and then away, as at a fail-over: nobody has to do anything about it. As long as
 * one likes with {@code -Dcarillon.test.outage-seconds=60}.
 */
@Tag("process")
class PostgresOutageTest {

    private static final Duration OUTAGE = Duration.ofSeconds(Integer.getInteger("carillon.test.outage-seconds", 20));
    private static final Duration LEASE = Duration.ofSeconds(8);
    private static final Duration TROUBLE = Duration.ofSeconds(10);
    private static final int SLOW_STATEMENT_MILLIS = 200;
    private static final int ONE_OFFS = 300;
    /** On a machine that is busy with other things as well. */
    private static final Duration RECOVERY = Duration.ofSeconds(30);

    @TempDir
    private Path dir;

    @Test
    @SuppressWarnings("SystemOut") // what was measured, for whoever looks at the build's log
    @Timeout(value = 8, unit = MINUTES)
    void what_was_due_meanwhile_starts_by_itself_and_no_lease_is_lost() throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog();
                CallLog slowTarget = new CallLog(TROUBLE.plus(OUTAGE).plusSeconds(5));
                Installation carillon = new Installation(
                        dir,
                        1,
                        0,
                        List.of(
                                "--carillon.lease.duration=" + LEASE.toSeconds() + "s",
                                "--carillon.lease.heartbeat=2s"))) {
            JavaProcess member = carillon.member(0).process();
            member.start();
            carillon.worker().start();
            long memberPid = member.pid();
            Rest rest = new Rest(carillon.member(0).restPort());
            rest.post("/jobs", job("tick", "\"schedule\":\"* * * * * *\"", target));
            Instant begin = clock.instant().plusSeconds(8).truncatedTo(ChronoUnit.SECONDS);
            rest.post("/jobs", job("long", "\"run_at\":\"" + begin + "\",\"timeout_s\":600", slowTarget));
            for (int i = 0; i < ONE_OFFS; i++) {
                Instant dueAt = begin.plus(TROUBLE).plusSeconds(2).plusMillis(OUTAGE.toMillis() * i / ONE_OFFS);
                rest.post("/jobs", job("one-" + i, "\"run_at\":\"" + dueAt + "\"", target));
            }
            Awaitility.await("the long run is at work")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> slowTarget.calls().size() == 1);

            Instant troubled = clock.instant();
            try (PostgresTrouble trouble = new PostgresTrouble(carillon, SLOW_STATEMENT_MILLIS)) {
                assertThat(trouble.connections()).as("taken by others").isGreaterThan(10);
                Awaitility.await("the trouble is over")
                        .atMost(TROUBLE.plusSeconds(10))
                        .until(() -> Duration.between(troubled, clock.instant()).compareTo(TROUBLE) >= 0);
            }
            long lateMillis = target.calls().stream()
                    .filter(call -> call.dueAt().isAfter(troubled))
                    .mapToLong(call ->
                            Duration.between(call.dueAt(), call.arrivedAt()).toMillis())
                    .max()
                    .orElseThrow();
            System.out.println("postgres slow: latest call ms " + lateMillis);
            assertThat(lateMillis)
                    .as("latest call while each write took 200 ms")
                    .isBetween(0L, RECOVERY.toMillis());

            carillon.killPostgres();
            Instant away = clock.instant();
            Awaitility.await("a create is refused at once")
                    .atMost(RECOVERY)
                    .until(() ->
                            rest.statusOfPost("/jobs", job("refused", "\"run_at\":\"" + begin + "\"", target)) == 503);
            Awaitility.await("the outage is over")
                    .atMost(OUTAGE.plusSeconds(10))
                    .until(() -> Duration.between(away, clock.instant()).compareTo(OUTAGE) >= 0);
            carillon.startPostgres();
            Instant back = clock.instant();

            Awaitility.await("every one-off and the long run have ended")
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> carillon.number("SELECT count(*) FROM runs r JOIN jobs j USING (job_id)"
                                    + " WHERE j.name <> 'tick' AND j.name <> 'refused' AND r.state = 2")
                            == ONE_OFFS + 1);
            assertThat(member.alive() && member.pid() == memberPid)
                    .as("the member went on")
                    .isTrue();
            assertThat(carillon.number("SELECT coalesce(sum(lapses), 0) FROM runs"))
                    .as("leases lost")
                    .isZero();
            assertThat(carillon.number("SELECT count(*) FROM runs r JOIN jobs j USING (job_id)"
                            + " WHERE j.name = 'long' AND attempt = 1"))
                    .as("the long run went on in its first attempt")
                    .isEqualTo(1);
            assertThat(carillon.number("SELECT count(*) FROM skips"))
                    .as("occurrences skipped")
                    .isZero();
            assertThat(carillon.number("SELECT count(*) FROM runs WHERE due_at < '" + back + "' AND started_at > '"
                            + back.plus(RECOVERY) + "'"))
                    .as("due before the database was back and started long after")
                    .isZero();
            assertThat(carillon.number("SELECT max(extract(epoch FROM next_nominal - nominal)) FROM (SELECT nominal_at"
                            + " AS nominal, lead(nominal_at) OVER (ORDER BY nominal_at) AS next_nominal FROM runs r"
                            + " JOIN jobs j USING (job_id) WHERE j.name = 'tick') s"))
                    .as("seconds from one occurrence of the cron to the next")
                    .isEqualTo(1);
            assertThat(target.calls())
                    .extracting(Call::attempt)
                    .as("nothing was started twice")
                    .containsOnly(1);
        }
    }

    private static String job(String name, String when, CallLog target) {
        return "{\"name\":\"" + name + "\"," + when + ",\"http\":{\"url\":\"" + target.url() + "\"}}";
    }
}
