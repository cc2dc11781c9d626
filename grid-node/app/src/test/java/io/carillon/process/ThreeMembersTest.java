package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.worker.CarillonWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three members and three workers under a steady load, while members are replaced, killed and frozen. The rows are the judge;
 * bounds on lateness are for machines that do much else, what was measured is printed.
 */
@Tag("process")
class ThreeMembersTest {

    private static final int MEMBERS = 3;
    private static final int WORKERS = 3;

    /** Jobs that run every second; more by {@code -Dcarillon.test.runs-per-second=500}. */
    private static final int JOBS = Integer.getInteger("carillon.test.runs-per-second", 30);

    private static final List<String> MEMBER_ARGUMENTS = List.of(
            "--carillon.lease.duration=10s", "--carillon.lease.heartbeat=3s", "--carillon.cluster.cp-reset-after=10s");

    private static final Duration STEADY = Duration.ofSeconds(5);
    private static final int LONG_RUNS = 20;
    private static final int RUNNING = 1;
    private static final int SUCCEEDED = 2;
    private static final Duration AWAY = Duration.ofSeconds(Long.getLong("carillon.test.outage-seconds", 10));
    private static final Duration FROZEN = Duration.ofSeconds(Long.getLong("carillon.test.frozen-seconds", 20));
    private static final long LATE_ON_A_BUSY_MACHINE_MS = 60_000;

    @TempDir
    private Path dir;

    private final Clock clock = Clock.systemUTC();
    private final List<CarillonWorker> workers = new ArrayList<>();
    private final CountDownLatch longRunsEnd = new CountDownLatch(1);
    /** The three that are meant to be there. */
    private final List<Installation.Member> members = new ArrayList<>();

    private Installation carillon;
    private LateStarts late;

    @BeforeEach
    void start() throws Exception {
        carillon = new Installation(dir, MEMBERS, 0, MEMBER_ARGUMENTS);
        late = new LateStarts(carillon);
        IntStream.range(0, MEMBERS).mapToObj(carillon::member).forEach(members::add);
        members.forEach(member -> member.process().launch());
        members.forEach(member -> member.process().awaitReady());
        String grid =
                members.stream().map(member -> "localhost:" + member.grpcPort()).collect(Collectors.joining(","));
        for (int i = 0; i < WORKERS; i++) {
            workers.add(CarillonWorker.builder()
                    .grid(grid)
                    .id("steady-" + i)
                    .slots(JOBS + LONG_RUNS)
                    .handler("work", run -> "{}")
                    .handler("long", run -> {
                        longRunsEnd.await();
                        return "{}";
                    })
                    .start());
        }
        awaitWhole();
        for (int i = 0; i < JOBS; i++) {
            rest(0).post(
                            "/jobs",
                            "{\"name\":\"steady-" + i + "\",\"handler\":\"work\",\"schedule\":\"* * * * * *\","
                                    + "\"misfire\":\"run_all\"}");
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        longRunsEnd.countDown();
        workers.forEach(CarillonWorker::close);
        carillon.close();
    }

    @Test
    @Timeout(value = 8, unit = MINUTES)
    void members_are_replaced_and_added_one_after_the_other_and_strangers_are_refused() throws Exception {
        assertStrangerRefused();
        for (Installation.Member member : members) {
            Instant from = clock.instant();
            assertThat(member.process().stop()).as("exit code").isZero();
            member.process().start();
            awaitWhole();
            awaitCaughtUp();
            report("member replaced: all", late.maxMillis(from, clock.instant().minusSeconds(2)));
        }
        growToFiveAndBack();
        assertEverySecondRanOnce();
        Instant stopping = clock.instant();
        members.forEach(member -> member.process().terminate());
        for (Installation.Member member : members) {
            assertThat(member.process().awaitEnd()).as(member.process()::said).isZero();
        }
        report(
                "all three stopped at once",
                Duration.between(stopping, clock.instant()).toMillis());
    }

    @Test
    @Timeout(value = 8, unit = MINUTES)
    void members_that_are_killed_or_frozen_lose_nothing_and_have_nothing_accepted() throws Exception {
        databaseGoesAway();
        Set<Integer> victims = late.shardsOf(Set.of(idOf(0)));
        Instant killed = clock.instant();
        members.get(0).process().kill();
        awaitCaughtUp();
        Instant until = clock.instant().minusSeconds(2);
        report("killed: runs of its shards", late.count(killed, until, victims));
        report("killed: its runs, latest", late.maxMillis(killed, until, victims, true));
        report("killed: its runs, median", late.medianMillis(killed, until, victims));
        report("killed: others, latest", late.maxMillis(killed, until, victims, false));
        // Its machine comes back under another address, which nobody's list has.
        members.set(0, carillon.addMember("moved", MEMBER_ARGUMENTS));
        members.get(0).process().start();
        awaitWhole();

        Instant bothKilled = clock.instant();
        members.get(0).process().kill();
        members.get(1).process().kill();
        members.get(0).process().launch();
        members.get(1).process().launch();
        members.get(0).process().awaitReady();
        members.get(1).process().awaitReady();
        awaitCaughtUp();
        report("two killed: all", late.maxMillis(bothKilled, clock.instant().minusSeconds(2)));
        awaitWhole();

        Instant frozen = clock.instant();
        members.get(2).process().freeze();
        Awaitility.await("frozen for " + FROZEN)
                .atMost(FROZEN.multipliedBy(3))
                .until(() -> clock.instant().isAfter(frozen.plus(FROZEN)));
        members.get(2).process().resume();
        Awaitility.await("three members again")
                .atMost(Duration.ofMinutes(2))
                .until(() -> sizeSeenBy(0) == MEMBERS && sizeSeenBy(2) == MEMBERS);
        awaitCaughtUp();
        report("frozen: all", late.maxMillis(frozen, clock.instant().minusSeconds(2)));
        assertEverySecondRanOnce();
    }

    /** Nobody restarts, whoever works goes on under its lease, and what fell due meanwhile starts when it is back. */
    private void databaseGoesAway() throws Exception {
        Instant soon = clock.instant().plusSeconds(2).truncatedTo(ChronoUnit.SECONDS);
        for (int i = 0; i < LONG_RUNS; i++) {
            rest(0).post("/jobs", "{\"name\":\"long-" + i + "\",\"handler\":\"long\",\"run_at\":\"" + soon + "\"}");
        }
        Awaitility.await("the long runs are at work")
                .atMost(Duration.ofMinutes(1))
                .until(() -> longRunsIn(RUNNING) == LONG_RUNS);
        List<Long> processes =
                members.stream().map(member -> member.process().pid()).toList();
        carillon.killPostgres();
        Instant away = clock.instant();
        Awaitility.await("away for " + AWAY)
                .atMost(AWAY.plusSeconds(10))
                .until(() -> clock.instant().isAfter(away.plus(AWAY)));
        carillon.startPostgres();
        Instant back = clock.instant();
        Awaitility.await("what fell due meanwhile has started")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> carillon.number("select count(*) from job_state where next_due_at < '" + back + "'") == 0
                        && carillon.number("select count(*) from runs where due_at < '" + back
                                        + "' and started_at is null")
                                == 0);
        longRunsEnd.countDown();
        awaitCaughtUp();
        Awaitility.await("the long runs have ended")
                .atMost(Duration.ofMinutes(1))
                .until(() -> longRunsIn(SUCCEEDED) == LONG_RUNS);
        assertThat(members.stream()
                        .filter(member -> member.process().alive())
                        .map(member -> member.process().pid()))
                .as("nobody has restarted")
                .containsExactlyElementsOf(processes);
        assertThat(carillon.number("select coalesce(sum(lapses), 0) from runs"))
                .as("leases lost")
                .isZero();
        report(
                "database away: runs due meanwhile",
                carillon.number("select count(*) from runs where due_at between '" + away + "' and '" + back + "'"));
        report(
                "database away: latest start after its return",
                carillon.number("select coalesce((1000 * extract(epoch from max(started_at) - timestamptz '" + back
                        + "'))::bigint, 0) from runs where due_at between '" + away + "' and '" + back + "'"));
    }

    private long longRunsIn(int state) throws SQLException {
        return carillon.number(
                "select count(*) from runs join jobs using (job_id) where name like 'long-%' and state = " + state);
    }

    /** With one of the settings that all must share. */
    private void assertStrangerRefused() throws InterruptedException {
        JavaProcess stranger = carillon.addMember(
                        "stranger", List.of("--carillon.lease.heartbeat=3s", "--carillon.lease.duration=20s"))
                .process();
        stranger.launch();
        assertThat(stranger.awaitEnd()).as(stranger::said).isEqualTo(1);
        assertThat(stranger.said().lines())
                .filteredOn(line -> line.startsWith("carillon: "))
                .singleElement()
                .asString()
                .contains("cannot start: ", "lease.duration is PT20S here and PT10S there");
    }

    /** The CP group stays as it is: three seats serve five members. */
    private void growToFiveAndBack() throws Exception {
        Instant from = clock.instant();
        rest(0).put("/cluster/size", "{\"expected_size\":5}");
        List<Installation.Member> more =
                List.of(carillon.addMember("fourth", MEMBER_ARGUMENTS), carillon.addMember("fifth", MEMBER_ARGUMENTS));
        more.forEach(member -> member.process().launch());
        for (Installation.Member member : more) {
            member.process().awaitReady();
            Awaitility.await("a share of the shards")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> new Rest(member.restPort())
                                    .get("/cluster")
                                    .get("shards_served")
                                    .asInt()
                            > 0);
        }
        assertThat(sizeSeenBy(0)).isEqualTo(MEMBERS + more.size());
        awaitCaughtUp();
        for (Installation.Member member : more) {
            assertThat(member.process().stop()).as("exit code").isZero();
        }
        assertThat(rest(0).put("/cluster/size", "{\"expected_size\":3}")
                        .get("former_size")
                        .asInt())
                .isEqualTo(5);
        awaitWhole();
        awaitCaughtUp();
        report(
                "three to five and back: all",
                late.maxMillis(from, clock.instant().minusSeconds(2)));
    }

    /** No second without its run, none twice, none accepted twice, and tokens of repeated attempts rise. */
    private void assertEverySecondRanOnce() throws Exception {
        assertThat(carillon.number("select count(*) from (select job_id, nominal_at from runs group by 1, 2"
                        + " having count(*) > 1) twice"))
                .as("seconds with two runs")
                .isZero();
        assertThat(
                        carillon.number(
                                "select coalesce(sum(1 + extract(epoch from last - first)::bigint - n), 0) from"
                                        + " (select min(nominal_at) first, max(nominal_at) last, count(*) n from runs group by job_id) j"))
                .as("seconds without a run")
                .isZero();
        assertThat(carillon.number("select count(*) from skips")).as("skips").isZero();
        assertThat(carillon.number("select count(*) from attempts a join runs r using (run_id)"
                        + " where a.fencing_token >= r.fencing_token and r.state = 2"))
                .as("accepted with a token that is not the largest")
                .isZero();
    }

    private void awaitCaughtUp() {
        Instant since = clock.instant();
        Awaitility.await("everything due by now has ended")
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> clock.instant().isAfter(since.plus(STEADY))
                        && carillon.number("select count(*) from runs where due_at >= '" + since + "'") > JOBS
                        && carillon.number("select count(*) from runs where due_at < '"
                                        + clock.instant().minusSeconds(2) + "' and ended_at is null")
                                == 0
                        && carillon.number("select count(*) from job_state where next_due_at < '"
                                        + clock.instant().minusSeconds(2) + "'")
                                == 0);
    }

    private void awaitWhole() {
        Awaitility.await("the CP group is whole on every member")
                .atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> IntStream.range(0, MEMBERS).allMatch(this::whole));
    }

    private boolean whole(int member) {
        try {
            return rest(member).get("/cluster").get("cp").get("whole").asBoolean();
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int sizeSeenBy(int member) throws IOException, InterruptedException {
        return rest(member).get("/cluster").get("members").size();
    }

    private String idOf(int member) throws IOException, InterruptedException {
        return rest(member).get("/cluster").get("member_id").asString();
    }

    private Rest rest(int member) {
        return new Rest(members.get(member).restPort());
    }

    @SuppressWarnings("SystemOut") // what was measured, for whoever looks at the build's log
    private static void report(String what, long value) {
        System.out.println("three members: " + what + " " + value);
        assertThat(value).as(what).isLessThan(LATE_ON_A_BUSY_MACHINE_MS);
    }
}
