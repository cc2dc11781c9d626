package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.process.CallLog.Call;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main job while everything dies in turn; the judge is what the jobs' target saw. */
@Tag("process")
class KillEveryoneTest {

    private static final int ONE_OFFS = 1_000;
    private static final Duration SPREAD = Duration.ofSeconds(40);
    private static final Duration LEASE = Duration.ofSeconds(6);

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 6, unit = MINUTES)
    void every_run_is_accounted_for_while_worker_member_and_database_are_killed_in_turn() throws Exception {
        Clock clock = Clock.systemUTC();
        try (CallLog target = new CallLog();
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
            Rest rest = new Rest(carillon.member(0).restPort());

            String cron =
                    rest.post("/jobs", cronEverySecond(target)).get("job_id").asString();
            Instant begin = clock.instant().plusSeconds(5).truncatedTo(ChronoUnit.SECONDS);
            Map<String, Instant> dueByJob = new HashMap<>();
            for (int i = 0; i < ONE_OFFS; i++) {
                Instant dueAt = begin.plusMillis(SPREAD.toMillis() * i / ONE_OFFS);
                dueByJob.put(
                        rest.post("/jobs", oneOff(target, i, dueAt))
                                .get("job_id")
                                .asString(),
                        dueAt);
            }

            awaitCalls(target, ONE_OFFS / 5);
            carillon.worker().kill();
            carillon.worker().start();
            awaitCalls(target, 2 * ONE_OFFS / 5);
            member.kill();
            member.start();
            awaitCalls(target, 3 * ONE_OFFS / 5);
            carillon.killPostgres();
            carillon.startPostgres();

            Awaitility.await("every one-off has ended")
                    .atMost(Duration.ofMinutes(3))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() ->
                            carillon.number("select count(*) from runs where state = 2 and job_id <> '" + cron + "'")
                                    >= ONE_OFFS);

            assertThat(carillon.number("select count(*) from runs where job_id <> '" + cron + "'"))
                    .as("one run for each one-off")
                    .isEqualTo(ONE_OFFS);
            Map<String, List<Call>> byRun = target.byRun();
            Set<String> seenJobs = target.calls().stream().map(Call::jobId).collect(Collectors.toSet());
            assertThat(seenJobs).as("the target saw every job").containsAll(dueByJob.keySet());
            assertThat(byRun.values())
                    .as("of one run, a later attempt always has a larger token")
                    .allSatisfy(calls -> assertThat(calls)
                            .extracting(Call::fencingToken)
                            .isSorted()
                            .doesNotHaveDuplicates());
            assertThat(target.calls())
                    .as("a one-off is due when its user said")
                    .filteredOn(call -> dueByJob.containsKey(call.jobId()))
                    .allSatisfy(call -> assertThat(call.dueAt()).isEqualTo(dueByJob.get(call.jobId())));
            assertThat(gaps(target, cron))
                    .as("seconds of the cron that made no run")
                    .isEmpty();
        }
    }

    /** Nominal seconds between the first and the last one seen that the target never saw. */
    private static Set<Instant> gaps(CallLog target, String cron) {
        TreeSet<Instant> seen = target.calls().stream()
                .filter(call -> call.jobId().equals(cron))
                .map(Call::nominalAt)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<Instant> missing = new TreeSet<>();
        // The last seconds may still be under way when the one-offs have ended.
        Instant end = seen.last().minusSeconds(2 * LEASE.toSeconds());
        for (Instant second = seen.first(); second.isBefore(end); second = second.plusSeconds(1)) {
            if (!seen.contains(second)) {
                missing.add(second);
            }
        }
        return missing;
    }

    private static void awaitCalls(CallLog target, int count) {
        Awaitility.await(count + " calls")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> target.calls().size() >= count);
    }

    private static String cronEverySecond(CallLog target) {
        return "{\"name\":\"tick\",\"schedule\":\"* * * * * *\",\"http\":{\"url\":\"" + target.url() + "\"}}";
    }

    private static String oneOff(CallLog target, int number, Instant dueAt) {
        return "{\"name\":\"one-" + number + "\",\"run_at\":\"" + dueAt + "\",\"http\":{\"url\":\"" + target.url()
                + "\"}}";
    }
}
