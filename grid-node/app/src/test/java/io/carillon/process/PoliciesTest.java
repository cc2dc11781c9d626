package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.app.start.MemberProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The policies with everything real. Jobs of every second; the only member is down for some of them, and one job is paused
 * meanwhile. What the ledger says at the end is compared with what each policy promises, and with the calls that the target
 * had.
 */
@Tag("process")
class PoliciesTest {

    /** The member is down for longer than this. */
    private static final Duration MISFIRE_AFTER = Duration.ofSeconds(4);

    private static final Duration DOWN = Duration.ofSeconds(8);
    private static final Duration WORK = Duration.ofMillis(2_500);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path dir;

    /** A skip that the ledger shows. */
    private record Skip(Instant first, Instant last, long n, String reason) {}

    /**
     * Of one job, from its creation to its end.
     *
     * @param runs the nominal times of its runs, with how these ended
     */
    private record Ledger(long expected, long unaccounted, Map<Instant, String> runs, List<Skip> skips) {
        long skipped() {
            return skips.stream().mapToLong(Skip::n).sum();
        }
    }

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void each_ledger_closes_with_what_its_policy_promises() throws Exception {
        try (CallLog quick = new CallLog();
                CallLog slow = new CallLog(WORK);
                Installation carillon = new Installation(dir, 1, 0, List.of())) {
            carillon.member(0).process().start();
            carillon.worker().start();
            Rest rest = new Rest(carillon.member(0).restPort());
            Map<String, String> jobs = new LinkedHashMap<>();
            for (String misfire : List.of("run_all", "run_once", "skip")) {
                jobs.put(misfire, create(rest, quick, "\"misfire\":\"" + misfire + "\""));
            }
            for (String overlap : List.of("skip", "queue_one")) {
                jobs.put(
                        "overlap " + overlap,
                        create(rest, slow, "\"misfire\":\"run_all\",\"overlap\":\"" + overlap + "\""));
            }
            jobs.put("expires", create(rest, quick, "\"pool\":\"nobody\",\"start_before_s\":2"));
            jobs.put("paused", create(rest, quick, "\"misfire\":\"run_all\""));
            awaitMore(quick, 15);

            rest.post("/jobs/" + jobs.get("paused") + "/pause", "");
            carillon.member(0).process().kill();
            Instant killed = latestCall(quick);
            Awaitility.await("the time it is down")
                    .pollDelay(DOWN)
                    .atMost(DOWN.plusSeconds(10))
                    .until(() -> true);
            carillon.member(0).process().start();
            rest.post("/jobs/" + jobs.get("paused") + "/resume", "");
            awaitMore(quick, 30);
            for (String job : jobs.values()) {
                rest.post("/jobs/" + job + "/pause", "");
            }
            Awaitility.await("all runs have ended")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> carillon.number("SELECT count(*) FROM runs WHERE ended_at IS NULL") == 0);

            Map<String, Ledger> ledgers = new LinkedHashMap<>();
            for (Map.Entry<String, String> job : jobs.entrySet()) {
                ledgers.put(job.getKey(), ledger(rest, job.getValue()));
            }
            assertThat(ledgers).allSatisfy((name, ledger) -> {
                assertThat(ledger.unaccounted).isZero();
                assertThat(ledger.runs.size() + ledger.skipped()).isEqualTo(ledger.expected);
            });
            everyOneRan(of(ledgers, "run_all"), quick, of(jobs, "run_all"));
            oneRanForAllThatWereMissed(of(ledgers, "run_once"), killed);
            noneRanOfThoseThatWereMissed(of(ledgers, "skip"), killed);
            oneAtATime(of(ledgers, "overlap skip"), slow, of(jobs, "overlap skip"));
            oneAtATime(of(ledgers, "overlap queue_one"), slow, of(jobs, "overlap queue_one"));
            noneWasStarted(of(ledgers, "expires"));
            thePauseIsSkipped(of(ledgers, "paused"), killed);
            auditFindsNothing(carillon);
        }
    }

    private static <T> T of(Map<String, T> jobs, String name) {
        return Objects.requireNonNull(jobs.get(name), name);
    }

    private static void everyOneRan(Ledger ledger, CallLog target, String job) {
        assertThat(ledger.skips).isEmpty();
        assertThat(ledger.runs)
                .hasSizeGreaterThan((int) DOWN.toSeconds())
                .allSatisfy((at, status) -> assertThat(status).isEqualTo("succeeded"));
        assertThat(calledFor(target, job)).isEqualTo(ledger.runs.keySet());
    }

    private static void oneRanForAllThatWereMissed(Ledger ledger, Instant killed) {
        Skip missed = onlySkipOf(ledger, "misfire", killed);
        assertThat(ledger.runs).as("the latest of them").containsEntry(missed.last.plusSeconds(1), "succeeded");
    }

    private static void noneRanOfThoseThatWereMissed(Ledger ledger, Instant killed) {
        onlySkipOf(ledger, "misfire", killed);
    }

    private static void thePauseIsSkipped(Ledger ledger, Instant killed) {
        onlySkipOf(ledger, "paused", killed);
    }

    private static void oneAtATime(Ledger ledger, CallLog target, String job) {
        assertThat(ledger.skips).isNotEmpty().extracting(Skip::reason).containsOnly("overlap");
        assertThat(ledger.runs.values()).containsOnly("succeeded");
        assertThat(ledger.skipped())
                .as("two of three fall due while one runs")
                .isGreaterThanOrEqualTo(ledger.runs.size());
        List<Instant> arrivals = target.calls().stream()
                .filter(call -> call.jobId().equals(job))
                .map(CallLog.Call::arrivedAt)
                .toList();
        assertThat(arrivals).hasSize(ledger.runs.size());
        for (int i = 1; i < arrivals.size(); i++) {
            assertThat(Duration.between(arrivals.get(i - 1), arrivals.get(i))).isGreaterThanOrEqualTo(WORK);
        }
    }

    private static void noneWasStarted(Ledger ledger) {
        assertThat(ledger.runs).isNotEmpty();
        assertThat(ledger.runs.values()).containsOnly("cancelled");
    }

    /** It covers the time in which the member was down, second by second. */
    private static Skip onlySkipOf(Ledger ledger, String reason, Instant killed) {
        assertThat(ledger.skips).singleElement().satisfies(skip -> {
            assertThat(skip.reason).isEqualTo(reason);
            assertThat(skip.n).isEqualTo(Duration.between(skip.first, skip.last).toSeconds() + 1);
            assertThat(skip.first).isBefore(killed.plusSeconds(4));
            assertThat(skip.last).isAfter(killed.plus(DOWN).minusSeconds(1));
        });
        return ledger.skips.get(0);
    }

    private void auditFindsNothing(Installation carillon) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("audit"));
        arguments.addAll(carillon.databaseArguments());
        try (MemberProcess audit = MemberProcess.start(dir, Map.of(), List.of(), arguments)) {
            assertThat(audit.exitCode()).as(audit.err()).isZero();
            assertThat(audit.out()).contains("jobs=7").contains("unaccounted=0").contains("doubled=0 not_owed=0");
        }
    }

    private static Ledger ledger(Rest rest, String job) throws Exception {
        String path = "/jobs/" + job;
        Instant created = Instant.parse(rest.get(path).get("created_at").asString());
        Instant planned =
                Instant.parse(rest.get(path + "/ledger").get("planned_through").asString());
        JsonNode json = rest.get(path + "/ledger?from=" + created + "&to=" + planned);
        assertThat(json.get("expected").asLong())
                .as("seconds of the job's life")
                .isEqualTo(planned.getEpochSecond() - created.getEpochSecond());
        assertThat(json.get("next_cursor").isNull()).isTrue();
        Map<Instant, String> runs = new LinkedHashMap<>();
        json.get("runs")
                .forEach(run -> runs.put(
                        Instant.parse(run.get("nominal_at").asString()),
                        run.get("status").asString()));
        List<Skip> skips = StreamSupport.stream(json.get("skips").spliterator(), false)
                .map(skip -> new Skip(
                        Instant.parse(skip.get("nominal_first").asString()),
                        Instant.parse(skip.get("nominal_last").asString()),
                        skip.get("n").asLong(),
                        skip.get("reason").asString()))
                .toList();
        return new Ledger(json.get("expected").asLong(), json.get("unaccounted").asLong(), runs, skips);
    }

    private static String create(Rest rest, CallLog target, String policies) throws Exception {
        String body = "{\"name\":\"policy\",\"schedule\":\"* * * * * *\",\"misfire_after_s\":"
                + MISFIRE_AFTER.toSeconds() + ",\"http\":{\"url\":\"" + target.url() + "\"}," + policies + "}";
        return rest.post("/jobs", body).get("job_id").asString();
    }

    private static void awaitMore(CallLog target, int calls) {
        int before = target.calls().size();
        Awaitility.await("calls of the target")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> target.calls().size() >= before + calls);
    }

    private static Instant latestCall(CallLog target) {
        List<CallLog.Call> calls = target.calls();
        return calls.get(calls.size() - 1).arrivedAt();
    }

    private static Set<Instant> calledFor(CallLog target, String job) {
        return target.calls().stream()
                .filter(call -> call.jobId().equals(job))
                .map(CallLog.Call::nominalAt)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
