package io.carillon.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.verify.check.Tolerances;
import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.fault.FaultKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyOptionsTest {

    @Test
    void defaults() {
        VerifyOptions options = VerifyOptions.parse(List.of(), 42);
        assertThat(options.members()).isEqualTo(3);
        assertThat(options.workers()).isEqualTo(3);
        assertThat(options.length()).isEqualTo(Duration.ofMinutes(3));
        assertThat(options.seed()).isEqualTo(42);
        assertThat(options.faults()).containsExactly(FaultKind.values());
        assertThat(options.existing()).isEmpty();
        assertThat(options.night()).isInstanceOf(StoreNight.Change.class);
    }

    @Test
    void an_existing_cluster_has_no_faults() {
        VerifyOptions options = VerifyOptions.parse(List.of("--rest=http://a:1/,http://b:2", "--grid=a:3,b:4"), 1);
        assertThat(options.existing()).containsExactly(new Door("http://a:1", "a:3"), new Door("http://b:2", "b:4"));
        assertThat(options.faults()).isEmpty();
        assertThat(options.night()).isEqualTo(new StoreNight.Now());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--faults=kill-member,earthquake|earthquake",
                "--members=0|--members must be from 1",
                "--seconds=soon|--seconds must be from",
                "--seed=x|--seed must be",
                "--seed=1 --seed=2|--seed is given 2 times",
                "--at=later|--at is now",
                "--rest=http://a:1|--grid",
                "--rest=http://a:1 --grid=a:1,b:2|names 1 members",
                "--rest=http://a:1 --grid=a:1 --faults=kill-member|does nothing to a cluster",
                "--rest=http://a:1 --grid=a:1 --at=gap|leave it out",
                "--late-max=0|--late-max must be from 1",
                "--rest=http://a:1 --grid=a:1 --api-key-file=nowhere|nowhere cannot be read",
                "--what=1|--what=1 is no option",
                "--faults=|--faults= names none",
                "--faults=kill-member --faults=none|--faults is given 2 times",
                "--seconds=10 --fault-every=60|leaves room for no fault",
                "--check=nothing.jsonl|is no file that can be read",
                "--rest=a:1 --grid=a:2|--rest: a:1 must be http://",
                "--rest=http://a:1 --grid=a|--grid: a must be HOST:PORT",
            })
    void what_is_wrong_is_named(String arguments, String words) {
        assertThatThrownBy(() -> VerifyOptions.parse(List.of(arguments.split(" ", -1)), 1))
                .isInstanceOf(OptionException.class)
                .hasMessageContaining(words);
    }

    @Test
    void tolerances_are_seconds() {
        assertThat(VerifyOptions.parse(List.of("--late-max=60s", "--recovery=90"), 1)
                        .tolerances())
                .isEqualTo(Tolerances.DEFAULT
                        .withLate(Duration.ofMinutes(1), Tolerances.DEFAULT.lateP99())
                        .withRecovery(Duration.ofSeconds(90)));
    }

    @Test
    void keys_are_read_from_files_and_not_shown(@TempDir Path dir) throws IOException {
        Path file = Files.writeString(dir.resolve("key"), "carillon_secret\n");
        Keys keys = VerifyOptions.parse(List.of("--rest=https://a:1", "--grid=a:3", "--api-key-file=" + file), 1)
                .keys();
        assertThat(keys).isEqualTo(new Keys("carillon_secret", null));
        assertThat(keys.toString()).doesNotContain("secret");
    }

    @Test
    void reports_stand_beside_the_evidence_or_where_they_are_wanted(@TempDir Path dir) throws IOException {
        Path evidence = Files.createFile(dir.resolve("evidence.jsonl"));
        assertThat(VerifyOptions.parse(List.of("--check=" + evidence), 1).reportDir())
                .isEqualTo(dir);
        assertThat(VerifyOptions.parse(List.of("--check=" + evidence, "--report=" + dir.resolve("again")), 1)
                        .reportDir())
                .isEqualTo(dir.resolve("again"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void a_third_of_the_load_is_over_when_the_clocks_of_the_seeds_night_are_changed(long seed) {
        StoreNight night = StoreNight.ofSeed(seed);
        Instant now = Instant.parse("2026-07-01T00:00:00Z");
        Duration length = Duration.ofSeconds(90);
        Instant change = night.begin(now, length).plusSeconds(30);
        assertThat(change).isAfter(now);
        assertThat(ZoneId.of(night.zone())
                        .getRules()
                        .nextTransition(change.minusSeconds(1))
                        .getInstant())
                .isEqualTo(change);
    }

    /** Jobs' times follow from it, and the product keeps them to the microsecond. */
    @ParameterizedTest
    @ValueSource(ints = {20, 40, 41, 100})
    void no_load_begins_between_two_milliseconds(int seconds) {
        Instant begin = StoreNight.ofSeed(7).begin(Instant.parse("2026-07-01T00:00:00Z"), Duration.ofSeconds(seconds));
        assertThat(begin).isEqualTo(begin.truncatedTo(ChronoUnit.MILLIS));
    }
}
