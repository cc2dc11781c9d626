package io.carillon.process;

import static java.util.concurrent.TimeUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The product under load and faults, judged from outside. Longer and heavier by {@code -Dcarillon.test.verify-seconds=180} and
 * {@code -Dcarillon.test.verify-options="--one-offs-per-second=300 --crons=500"}; others by {@code -Dcarillon.test.verify-seeds=1,2}.
 */
@Tag("process")
class VerifyTest {

    private static final int SECONDS = Integer.getInteger("carillon.test.verify-seconds", 40);
    /**
     * Two cores that run everything else too may make anything late; what is right and wrong does not depend on it. What is forgiven is
     * also waited for after the load, and in each build.
     */
    private static final String OPTIONS = System.getProperty(
            "carillon.test.verify-options",
            "--one-offs-per-second=15 --crons=40 --workers=2 --late-max=15s --late-p99=10s --recovery=35s");

    private static final String SEEDS = System.getProperty("carillon.test.verify-seeds", "7,random");
    /** Beside the load: the start of all processes, recovery, the end of what is owed, the reading. */
    private static final Duration AROUND = Duration.ofMinutes(12);

    /** A load of 40 s has several times as much. */
    private static final long ENOUGH = 100;

    @TempDir
    private Path dir;

    static Stream<String> seeds() {
        return Stream.of(SEEDS.split(",", -1));
    }

    /** A random one is another with each build; a failure names it. */
    @ParameterizedTest
    @MethodSource("seeds")
    @Timeout(value = 2, unit = HOURS)
    @SuppressWarnings("SystemOut") // what was measured, and the seed
    void nothing_is_violated(String seed) throws Exception {
        List<String> options = new ArrayList<>(List.of("--seconds=" + SECONDS, "--seed=" + seed, "--fault-every=8s"));
        Stream.of(OPTIONS.split(" ", -1)).filter(option -> !option.isEmpty()).forEach(options::add);

        VerifyRun.Result result = VerifyRun.of(dir, AROUND.plusSeconds(SECONDS), options);

        System.out.println(result.said());
        assertThat(result.exitCode()).as(result.said()).isZero();
        assertThat(result.said()).contains("nothing wrong was found");
        JsonNode figures = new JsonMapper()
                .readTree(Files.readString(result.report().resolve("report.json")))
                .required("figures");
        assertThat(figures.required("acknowledged").asLong()).as("acknowledged").isGreaterThan(ENOUGH);
        assertThat(figures.required("calls").asLong()).as("calls").isGreaterThan(ENOUGH);
        assertThat(figures.required("occurrences").asLong()).as("owed").isGreaterThan(ENOUGH);
        assertThat(figures.required("recoveries").size())
                .as("faults that have healed")
                .isPositive();
    }

    @Test
    void what_cannot_be_done_is_refused_in_a_line() throws Exception {
        assertThat(VerifyRun.of(dir, AROUND, List.of("--faults=earthquake")))
                .satisfies(result -> assertThat(result.exitCode()).isEqualTo(2))
                .satisfies(result -> assertThat(result.said()).contains("earthquake", "kill-member"));
        assertThat(VerifyRun.of(dir, AROUND, List.of("--check=nothing.jsonl")))
                .satisfies(result -> assertThat(result.exitCode()).isEqualTo(2))
                .satisfies(result -> assertThat(result.said()).contains("nothing.jsonl"));
    }
}
