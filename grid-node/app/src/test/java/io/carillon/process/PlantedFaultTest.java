package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The product without one of its guards is caught by {@code verify}, by name. One of them in every build, all with
 * {@code -Dcarillon.test.plants=all}, some by their names.
 */
@Tag("process")
class PlantedFaultTest {

    private static final String PLANTS = System.getProperty("carillon.test.plants", PlantedFault.LOST.name());
    private static final Duration LONGEST = Duration.ofMinutes(8);

    @TempDir
    private Path dir;

    static Stream<PlantedFault> plants() {
        return Stream.of(PlantedFault.values())
                .filter(fault ->
                        PLANTS.equals("all") || List.of(PLANTS.split(",", -1)).contains(fault.name()));
    }

    @ParameterizedTest
    @MethodSource("plants")
    @Timeout(value = 10, unit = MINUTES)
    @SuppressWarnings("SystemOut") // how it was found
    void is_found(PlantedFault fault) throws Exception {
        List<String> options = new ArrayList<>(List.of(
                "--seed=3",
                "--members=1",
                "--workers=1",
                "--one-offs-per-second=20",
                "--crons=60",
                "--at=now",
                "--member-jvm=" + PatchedBuild.of(fault, dir)));
        for (String own : fault.options) {
            options.removeIf(option -> option.startsWith(own.replaceFirst("=.*", "=")));
            options.add(own);
        }

        VerifyRun.Result result = VerifyRun.of(dir, LONGEST, options);

        System.out.println(fault + ":\n" + result.said());
        assertThat(result.exitCode()).as(result.said()).isEqualTo(1);
        assertThat(result.said()).containsPattern("(?m)^" + fault.verdict + " +[1-9]");
    }
}
